import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeTheEnd } from './interruption.ts';
import { startProcess, type LeashedProcess, type ProcessSpec } from './leashed-process.ts';

/** The processes of one bed and the folder with their files. */
export interface BedProcesses {
  readonly folder: string;
  /** Runs a program until the bed is stopped. */
  readonly run: (spec: Omit<ProcessSpec, 'log'>) => LeashedProcess;
  /** Resolves if a program ends unexpectedly, to the end of its log. */
  readonly died: Promise<string>;
  /** Stops the programs in reverse order and removes the folder. */
  readonly stop: () => Promise<void>;
}

/** Creates a bed without processes. An interruption of this process stops the bed. */
export function newBed(leash: string): BedProcesses {
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-bed-'));
  const running: LeashedProcess[] = [];
  // A process that is ending may still write.
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= stopAll(running).then(removeFolder).finally(callOff);
    return stopped;
  };
  const callOff = beforeTheEnd(stop, removeFolder);
  let announce: (lastWords: string) => void;
  const died = new Promise<string>((resolve) => (announce = resolve));
  return {
    folder,
    died,
    stop,
    run: (spec) => {
      if (stopped !== undefined) throw new Error(`${spec.name} is not started: the bed is being stopped`);
      const started = startProcess({ ...spec, log: path.join(folder, `${spec.name}.log`) }, leash);
      running.unshift(started);
      void started.died.then(announce);
      return started;
    },
  };
}

async function stopAll(running: readonly LeashedProcess[]): Promise<void> {
  for (const process of running) await process.stop();
}
