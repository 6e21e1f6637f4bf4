import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { openEnclosureFolder } from '../cluster/node/enclosure.ts';
import { until } from '../cluster/processes/until.ts';
import { ROOT } from '../support/command.ts';

/** A run of `npm run demo`, started without npm. */
export interface DemoRun {
  /** Returns the output on both streams up to now. */
  readonly output: () => string;
  /** Resolves to the cluster's folder when the folder exists. */
  readonly folder: () => Promise<string>;
  /** Resolves to the match once the output matches. */
  readonly says: (words: RegExp) => Promise<RegExpExecArray>;
  /** Sends SIGINT, as Ctrl-C does. */
  readonly interrupt: () => void;
  readonly kill: () => void;
  /** Resolves to the exit code, or null if a signal has ended the process. */
  readonly ended: Promise<number | null>;
}

export function startDemo(args: readonly string[], environment: Readonly<Record<string, string>> = {}): DemoRun {
  // The demo gets its own process group, as in a terminal.
  const child = spawn(process.execPath, ['scripts/demo.mjs', ...args], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  const died = [ended.then((code) => `the demo ended with ${code}: ${output}`)];
  return {
    output: () => output,
    folder: () => until('the cluster of the demo', async () => openEnclosureFolder(), { seconds: 1500, died }),
    says: (words) =>
      until(`the demo to say ${words}`, async () => words.exec(output) ?? undefined, { seconds: 300, died }),
    interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
    kill: () => child.kill('SIGKILL'),
    ended,
  };
}
