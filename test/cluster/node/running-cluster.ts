import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { containerdSocket } from './containerd.ts';
import { openEnclosureFolder } from './enclosure.ts';

/** A running cluster with a node. */
export interface RunningCluster {
  readonly folder: string;
  /** The process that started the cluster. The cluster ends with this process. */
  readonly owner: number;
  readonly kubeconfig: string;
  readonly containerdSocket: string;
}

const OWNER = 'owner';

export function writeOwner(folder: string): void {
  writeFileSync(path.join(folder, OWNER), `${process.pid}`);
}

/** Returns the cluster with a node that runs on this machine, whichever process has started it. */
export function runningCluster(): RunningCluster | undefined {
  const folder = openEnclosureFolder();
  if (folder === undefined) return undefined;
  return {
    folder,
    owner: Number(readFileSync(path.join(folder, OWNER), 'utf8')),
    kubeconfig: path.join(folder, 'kubeconfig'),
    containerdSocket: containerdSocket(path.join(folder, 'node')),
  };
}
