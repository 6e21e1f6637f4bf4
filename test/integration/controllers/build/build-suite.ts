import type { ControllerSettings } from '../../../../src/settings/controller/settings.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { buildBed, type BuildBed } from './build-bed.ts';
import { nodeOf, type PodNode } from './pod-node.ts';
import { runBuilds, type RunningBuilds } from './running-builds.ts';
import { SOME_REGISTRY } from './some-registry.ts';

/** What the tests of one file share: a namespace of Builds, and the controller at work on it. */
export interface BuildSuite {
  readonly cluster: () => Cluster;
  readonly bed: () => BuildBed;
  readonly builds: () => RunningBuilds;
  /** Plays the node of the Pod of a Build. */
  readonly node: (build: string) => Promise<PodNode>;
}

export interface BuildSuiteOptions {
  readonly namespace: string;
  readonly settings: Partial<ControllerSettings>;
  readonly log?: readonly string[];
  /** Makes the namespace, where it is one with something special. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
}

/** Starts it all before the tests, and after each looks at every Build once more: nothing may be written then. */
export function buildSuite({ namespace, settings, log, prepare }: BuildSuiteOptions): BuildSuite {
  let cluster: Cluster | undefined;
  let bed: BuildBed | undefined;
  let builds: RunningBuilds | undefined;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await prepare?.(cluster);
    bed = await buildBed(cluster, namespace);
    const { kubeconfig } = cluster;
    builds = await runBuilds({ kubeconfig, namespace, registry: SOME_REGISTRY, settings, ...(log && { log }) });
  });
  looksTwice(() => builds);
  after(async () => builds?.stop());

  return {
    cluster: () => there(cluster),
    bed: () => there(bed),
    builds: () => there(builds),
    node: async (build) => nodeOf(there(cluster).client, namespace, `${build}-build-pod`),
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the tests have not begun');
  return value;
}
