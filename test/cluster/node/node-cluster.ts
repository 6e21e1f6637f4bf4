import path from 'node:path';
import { KUBERNETES, TEKTON } from '../../../src/core/model/program-versions.ts';
import type { BedVersions } from '../bed-versions.ts';
import { CLUSTER_PROGRAMS, type Cluster } from '../cluster.ts';
import { BRIDGE_ADDRESS } from '../control-plane/certificates.ts';
import { startControlPlane } from '../control-plane/control-plane.ts';
import { requireNodeOf } from '../control-plane/version.ts';
import { newBed, type BedProcesses } from '../processes/bed-processes.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import type { ProgramName } from '../programs/program.ts';
import { startRegistry, type Registry } from '../registry/registry.ts';
import { startTekton } from '../tekton/tekton.ts';
import { writeAttachment, type NodeVersions } from './attached-cluster.ts';
import { openEnclosure } from './enclosure.ts';
import { TEKTON_IMAGES } from './node-images.ts';
import { writeOwner } from './running-cluster.ts';
import { startNode, type Node } from './node.ts';
import { requireNodePackages } from './packages.ts';

/** A cluster with one node, so its Pods run. */
export interface NodeCluster extends Cluster {
  readonly node: Node;
  /** The registry from which Pods pull. */
  readonly registry: Registry;
  readonly folder: string;
  /** Resolves if a program ends unexpectedly, to the end of its log. */
  readonly died: Promise<string>;
}

const NAMES = [
  ...CLUSTER_PROGRAMS,
  'kube-scheduler',
  'kubelet',
  'pause',
  'registry',
  'tekton-entrypoint',
  'tekton-nop',
  'tekton-sidecarlogresults',
  'tekton-workingdirinit',
] as const satisfies readonly ProgramName[];

type Programs = Readonly<Record<(typeof NAMES)[number], string>>;

/** Builds missing programs and starts the cluster. A machine can run one such cluster at a time. */
export async function startNodeCluster(
  say: (line: string) => void,
  { tekton = TEKTON.tested, kubernetes = KUBERNETES.tested }: BedVersions = {},
): Promise<NodeCluster> {
  requireNodePackages();
  requireNodeOf(kubernetes);
  const versions: NodeVersions = { tekton, kubernetes };
  const programs = await ensurePrograms(NAMES, say, versions);
  const bed = newBed(programs.leash);
  writeOwner(bed.folder);
  try {
    return await start(bed, programs, versions);
  } catch (error) {
    await bed.stop();
    throw error;
  }
}

async function start(bed: BedProcesses, programs: Programs, versions: NodeVersions): Promise<NodeCluster> {
  const enclosure = await openEnclosure(bed);
  const controlPlane = await startControlPlane(programs, bed, BRIDGE_ADDRESS);
  const registryFolder = path.join(bed.folder, 'registry');
  const [registry, node, tekton] = await Promise.all([
    startRegistry(programs, { folder: registryFolder, host: BRIDGE_ADDRESS }),
    startNode(enclosure, controlPlane, programs),
    startTekton(controlPlane, programs, { version: versions.tekton, images: TEKTON_IMAGES }),
  ]);
  node.trustRegistry(registry.address);
  const { client, etcd, kubeconfig, certificates } = controlPlane;
  const { kubectl } = programs;
  const stop = async (): Promise<void> => {
    await registry.stop();
    await bed.stop();
  };
  const { folder, died } = bed;
  const cluster = { client, etcd, kubeconfig, certificates, tekton, node, registry, kubectl, folder, died, stop };
  writeAttachment(cluster, versions);
  return cluster;
}
