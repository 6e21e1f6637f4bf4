import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { openEnclosureFolder } from '../cluster/node/enclosure.ts';
import { until } from '../cluster/processes/until.ts';
import { ROOT } from '../support/command.ts';

/** `npm run demo`, without npm. */
export interface DemoRun {
  /** What it has said so far on either stream. */
  readonly output: () => string;
  /** Resolves to the folder of its cluster, once that is there. */
  readonly folder: () => Promise<string>;
  /** Resolves to what it has said so far, once that ends with this. */
  readonly says: (words: RegExp) => Promise<RegExpExecArray>;
  /** Ctrl-C. */
  readonly interrupt: () => void;
  readonly kill: () => void;
  /** Its exit code; none where a signal has ended it. */
  readonly ended: Promise<number | null>;
}

export function startDemo(args: readonly string[], environment: Readonly<Record<string, string>> = {}): DemoRun {
  // A group of its own, as a terminal gives it.
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
