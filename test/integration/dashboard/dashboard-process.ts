import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../cluster/processes/until.ts';
import { ROOT } from '../../support/command.ts';

/** The bundled `taskpack dashboard`, as users get it. */
export interface DashboardProcess {
  /** The printed address, with the token. */
  readonly address: string;
  /** The address without path and token. */
  readonly origin: string;
  readonly token: string;
  readonly errors: () => string;
  /** The memory of the process in bytes. */
  readonly memory: () => number;
  /** Sends SIGINT. Resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the command and waits for its address. */
export async function startDashboard(...args: readonly string[]): Promise<DashboardProcess> {
  const command = path.join(ROOT, 'dist/bundle/taskpack.cjs');
  const child = spawn(process.execPath, [command, 'dashboard', ...args], { env: { PATH: process.env['PATH'] } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  const address = await until('the address of the dashboard', async () => {
    if (child.exitCode !== null) throw new Error(`the dashboard has ended: ${errors}`);
    return output.endsWith('\n') ? output.trim() : undefined;
  });
  const { origin, hash } = new URL(address);
  return {
    address,
    origin,
    token: hash.replace('#token=', ''),
    errors: () => errors,
    memory: () => residentBytes(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
