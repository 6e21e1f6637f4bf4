import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../cluster/processes/until.ts';
import { ROOT } from './command.ts';

/** `taskpack controller` as a process of its own. */
export interface RunningController {
  /** What it has written to standard error, which is its log. */
  readonly log: () => string;
  /** Asks it to end, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Waits until it works. */
  readonly leads: (seconds?: number) => Promise<void>;
  /** What it says of its readiness. */
  readonly readiness: () => Promise<string>;
}

export interface ControllerOptions {
  readonly kubeconfig: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Starts the command as it is shipped. */
export async function spawnController({
  kubeconfig,
  settings,
  args = [],
}: ControllerOptions): Promise<RunningController> {
  const command = path.join(ROOT, 'dist/bundle/taskpack.mjs');
  const child = spawn(process.execPath, [command, 'controller', '--kubeconfig', kubeconfig, ...args], {
    env: { PATH: process.env['PATH'], METRICS_PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const end = once(child, 'close');
  const isLeading = async (): Promise<true | undefined> => ifLeading(await readinessAt(portIn(log)));
  const died = end.then(() => `the controller ended: ${log}`);
  return {
    readiness: async () => readinessAt(portIn(log)),
    leads: async (seconds = 60) => {
      await until('the controller to lead', isLeading, { seconds, died: [died] });
    },
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      await end;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await end;
    },
  };
}

/** Which free port it has chosen is in its log. */
function portIn(log: string): number {
  return Number(/"port":(?<port>\d+)/.exec(log)?.groups?.['port']);
}

function ifLeading(readiness: string): true | undefined {
  return readiness === 'leading\n' ? true : undefined;
}

async function readinessAt(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  return answer.text();
}

/** Starts it and waits until it works. */
export async function startController(
  kubeconfig: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningController> {
  const controller = await spawnController({ kubeconfig, settings });
  await controller.leads();
  return controller;
}
