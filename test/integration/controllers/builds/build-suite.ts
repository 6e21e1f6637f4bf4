import type { BuildRegistry } from '../../../../src/controller/builds/build-context.ts';
import type { ControllerSettings } from '../../../../src/core/settings/controller-settings.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { buildBed, type BuildBed } from './build-bed.ts';
import { nodeOf, type PodNode } from './pod-node.ts';
import { runBuilds, type ContainerLogs, type RunningBuilds, type RunningBuildsOptions } from './running-builds.ts';
import { SOME_REGISTRY } from './some-registry.ts';

/** A cluster that serves Builds, and the kubeconfig by which the controller reaches the cluster. */
export interface Place<C extends Pick<Cluster, 'client'>> {
  readonly cluster: C;
  readonly kubeconfig: string;
  readonly stop?: () => Promise<void>;
}

/** A namespace with Builds and a running controller, which the tests of one file share. */
export interface BuildSuite<C> {
  readonly cluster: () => C;
  readonly bed: () => BuildBed;
  readonly builds: () => RunningBuilds;
  /** Simulates the node of a Build's Pod. */
  readonly node: (build: string) => Promise<PodNode>;
}

export interface BuildSuiteOptions extends Pick<RunningBuildsOptions, 'traceContextOf' | 'onFinished'> {
  readonly namespace: string;
  readonly settings: Partial<ControllerSettings>;
  readonly log?: ContainerLogs;
  /** The default is a registry that answers at once. */
  readonly registry?: BuildRegistry;
  /** The controller's wall clock; the default is the machine's. */
  readonly now?: () => number;
}

/** Returns a suite on the cluster that all tests share. */
export function buildSuite({
  prepare,
  ...options
}: BuildSuiteOptions & {
  /** Creates a namespace with special properties. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
}): BuildSuite<Cluster> {
  return buildSuiteAt(async () => {
    const cluster = await kpackCluster();
    await prepare?.(cluster);
    return { cluster, kubeconfig: cluster.kubeconfig };
  }, options);
}

/** Starts everything before the tests. After each test, reconciles every Build again, which must write nothing. */
export function buildSuiteAt<C extends Pick<Cluster, 'client'>>(
  arrive: () => Promise<Place<C>>,
  { namespace, ...options }: BuildSuiteOptions,
): BuildSuite<C> {
  let place: Place<C> | undefined;
  let bed: BuildBed | undefined;
  let builds: RunningBuilds | undefined;

  before(async function () {
    // The first run builds the programs of the cluster.
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
