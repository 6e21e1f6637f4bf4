import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    clock: {
      now: Date.now,
      random: Math.random,
      sleep: async (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
    },
    log: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
  });
}

void main();
