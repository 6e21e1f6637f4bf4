import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BedProcesses } from '../processes/bed-processes.ts';
import type { LeashedProcess, ProcessSpec } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';

const SCRIPT = path.join(import.meta.dirname, 'enclosure.sh');

/** Mount and process namespaces and a bridge. When they end, everything that a node created ends with them. */
export interface Enclosure {
  /** The folder of the node's files, removed with the enclosure. */
  readonly folder: string;
  run(spec: Omit<ProcessSpec, 'log'>): LeashedProcess;
}

export async function openEnclosure(bed: BedProcesses): Promise<Enclosure> {
  const folder = path.join(bed.folder, 'node');
  mkdirSync(folder);
  const { died } = bed.run({ name: 'enclosure', command: 'sh', args: [SCRIPT, 'open', bed.folder] });
  const pidFile = path.join(folder, 'pid');
  const isOpen = async (): Promise<true | undefined> => (existsSync(pidFile) ? true : undefined);
  // A machine with many other processes takes more than half a minute.
  await until('the enclosure of the node', isOpen, { seconds: 120, died: [died] });
  const pid = readFileSync(pidFile, 'utf8').trim();
  return {
    folder,
    run: ({ command, args, ...spec }) =>
      bed.run({
        ...spec,
        command: 'nsenter',
        args: ['--target', pid, '--mount', '--pid', '--', command, ...args],
      }),
  };
}

/** Returns the folder of the bed whose enclosure exists on this machine. */
export function openEnclosureFolder(): string | undefined {
  const folder = execFileSync('sh', [SCRIPT, 'folder'], { encoding: 'utf8' }).trim();
  return folder === '' ? undefined : folder;
}

/** Removes the remains of an enclosure whose processes were all killed. */
export function cleanEnclosure(): void {
  execFileSync('sh', [SCRIPT, 'clean'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
