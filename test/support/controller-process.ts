import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../cluster/processes/until.ts';
import { ROOT } from './command.ts';

/** One line of the controller's log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** The registries of tests listen on loopback, which the controller refuses unless an operator allows it. */
const LOOPBACK = { ALLOWED_ADDRESSES: '127.0.0.1' };

/** The bundled `taskpack controller`, as users get it. */
export interface ControllerProcess {
  /** Everything that the process has written to standard error. */
  readonly errors: () => string;
  /** Everything that the process has written, to both streams. */
  readonly printed: () => string;
  /** The lines of the log that are JSON. */
  readonly log: () => readonly LogLine[];
  /** Sends a request for a path to the controller. Returns the status and the body. */
  readonly ask: (path: string) => Promise<readonly [status: number, text: string]>;
  /** Waits until /readyz answers with this word. */
  readonly says: (word: 'leading' | 'standby', seconds?: number) => Promise<string>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
}

/** Starts the command. */
export function controllerProcess(
  kubeconfig: string,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): ControllerProcess {
  const command = path.join(ROOT, 'dist/bundle/taskpack.cjs');
  const child = spawn(process.execPath, [command, 'controller', '--kubeconfig', kubeconfig, ...args], {
    env: { PATH: process.env['PATH'], METRICS_PORT: '0', ...LOOPBACK, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  const log = (): readonly LogLine[] =>
    errors
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  const ask: ControllerProcess['ask'] = async (place) => {
    const port = log().find((line) => line['port'] !== undefined)?.['port'];
    const answer = await fetch(`http://127.0.0.1:${String(port)}${place}`);
    return [answer.status, await answer.text()];
  };
  return {
    errors: () => errors,
    printed: () => output + errors,
    log,
    ask,
    says: async (word, seconds = 90) =>
      until(
        `a controller that is ${word}`,
        async () => {
          const [status, text] = await ask('/readyz');
          return status === 200 && text.startsWith(word) ? text : undefined;
        },
        { seconds, died: [ended.then((code) => `it ended with ${code}: ${errors}`)] },
      ),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
