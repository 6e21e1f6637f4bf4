import type { BuildRegistry } from '../../../../src/controllers/build/build-ports.ts';
import type { ControllerSettings } from '../../../../src/settings/controller/settings.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { buildBed, type BuildBed } from './build-bed.ts';
import { nodeOf, type PodNode } from './pod-node.ts';
import { runBuilds, type RunningBuilds } from './running-builds.ts';
import { SOME_REGISTRY } from './some-registry.ts';

/** Where Builds are: a cluster that serves them, and the way on which their controller reaches it. */
export interface Place<C extends Pick<Cluster, 'client'>> {
  readonly cluster: C;
  readonly kubeconfig: string;
  readonly stop?: () => Promise<void>;
}

/** What the tests of one file share: a namespace of Builds, and the controller at work on it. */
export interface BuildSuite<C> {
  readonly cluster: () => C;
  readonly bed: () => BuildBed;
  readonly builds: () => RunningBuilds;
  /** Plays the node of the Pod of a Build. */
  readonly node: (build: string) => Promise<PodNode>;
}

export interface BuildSuiteOptions {
  readonly namespace: string;
  readonly settings: Partial<ControllerSettings>;
  readonly log?: readonly string[];
  /** Instead of one that answers at once. */
  readonly registry?: BuildRegistry;
  /** The controller's clock, where it is another one than the machine's. */
  readonly now?: () => number;
}

/** The same on the cluster that all tests share. */
export function buildSuite({
  prepare,
  ...options
}: BuildSuiteOptions & {
  /** Makes the namespace, where it is one with something special. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
}): BuildSuite<Cluster> {
  return buildSuiteAt(async () => {
    const cluster = await kpackCluster();
    await prepare?.(cluster);
    return { cluster, kubeconfig: cluster.kubeconfig };
  }, options);
}

/** Starts it all before the tests, and after each looks at every Build once more: nothing may be written then. */
export function buildSuiteAt<C extends Pick<Cluster, 'client'>>(
  arrive: () => Promise<Place<C>>,
  { namespace, ...options }: BuildSuiteOptions,
): BuildSuite<C> {
  let place: Place<C> | undefined;
  let bed: BuildBed | undefined;
  let builds: RunningBuilds | undefined;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    place = await arrive();
    bed = await buildBed(place.cluster, namespace);
    builds = await runBuilds({ kubeconfig: place.kubeconfig, namespace, registry: SOME_REGISTRY, ...options });
  });
  looksTwice(() => builds);
  after(async () => {
    await builds?.stop();
    await place?.stop?.();
  });

  return {
    cluster: () => there(place).cluster,
    bed: () => there(bed),
    builds: () => there(builds),
    node: async (build) => nodeOf(there(place).cluster.client, namespace, `${build}-build-pod`),
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the tests have not begun');
  return value;
}
