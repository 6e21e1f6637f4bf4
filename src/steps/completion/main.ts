import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.ts';

async function main(): Promise<void> {
  const termination = new AbortController();
  // A container's first process is not ended by signals that it does not handle.
  process.once('SIGTERM', () => termination.abort());
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    signal: termination.signal,
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
