import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { BedVersions } from '../bed-versions.ts';
import { certificatesIn } from '../control-plane/certificates.ts';
import { adminAddress } from '../control-plane/control-plane.ts';
import { connect } from '../kubernetes/api-client.ts';
import { tektonIn } from '../tekton/tekton.ts';
import type { NodeCluster } from './node-cluster.ts';
import { nodeIn } from './node.ts';

/** The versions of the programs that run on the node or beside it. */
export type NodeVersions = Required<Pick<BedVersions, 'tekton' | 'kubernetes'>>;

/** The facts with which another process uses a running cluster, besides the cluster's folder. */
interface Attachment extends NodeVersions {
  /** The process that started the cluster. */
  readonly owner: number;
  readonly server: string;
  readonly etcd: string;
  readonly registry: string;
  readonly kubectl: string;
}

const FILE = 'attachment.json';
/** An attached process checks at this interval that the cluster's owner still runs. */
const CHECK_INTERVAL_MS = 1000;

/** Lets other processes attach to a cluster. */
export function writeAttachment(cluster: NodeCluster, versions: NodeVersions): void {
  const { client, etcd, registry, kubectl, folder } = cluster;
  const { server } = client.address;
  const attachment: Attachment = { owner: process.pid, server, etcd, registry: registry.address, kubectl, ...versions };
  writeFileSync(path.join(folder, FILE), JSON.stringify(attachment));
}

/**
 * Returns the running cluster in a folder, which another process has started. Only that process stops the cluster: here, `stop`
 * does nothing. Throws if the cluster runs another version of Tekton or Kubernetes.
 */
export function attachedCluster(folder: string, versions: NodeVersions): NodeCluster {
  const attachment = JSON.parse(readFileSync(path.join(folder, FILE), 'utf8')) as Attachment;
  const { owner, server, etcd, registry, kubectl, tekton, kubernetes } = attachment;
  expectVersion(folder, `Tekton ${tekton}`, `Tekton ${versions.tekton}`);
  expectVersion(folder, `Kubernetes ${kubernetes}`, `Kubernetes ${versions.kubernetes}`);
  const certificates = certificatesIn(path.join(folder, 'certificates'));
  const client = connect(adminAddress(server, certificates));
  return {
    client,
    etcd,
    kubeconfig: path.join(folder, 'kubeconfig'),
    certificates,
    tekton: tektonIn({ client }),
    node: nodeIn(path.join(folder, 'node')),
    registry: { address: registry, url: `http://${registry}`, stop },
    kubectl,
    folder,
    died: ownerEnded(owner),
    stop,
  };
}

function expectVersion(folder: string, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`the cluster in ${folder} runs ${actual}, not ${expected}`);
}

async function stop(): Promise<void> {
  // The owner stops the cluster.
}

/** Resolves when a process has ended. */
function ownerEnded(owner: number): Promise<string> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isRunning(owner)) return;
      clearInterval(timer);
      resolve(`process ${owner}, which had started the cluster, has ended`);
    }, CHECK_INTERVAL_MS);
    timer.unref();
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
