import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { run } from './run.ts';

async function main(): Promise<void> {
  const termination = new AbortController();
  // The kernel does not apply the default action of SIGTERM to PID 1, so the step needs a handler.
  process.once('SIGTERM', () => termination.abort());
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    signal: termination.signal,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    writeOutput: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
  });
}

void main();
