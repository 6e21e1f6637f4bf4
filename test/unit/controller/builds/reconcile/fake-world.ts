import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import type { BuildDependencies, BuildRegistry } from '../../../../../src/controller/builds/build-context.ts';
import { createStateBetweenReconciles } from '../../../../../src/controller/builds/state-between-reconciles/state-between-reconciles.ts';
import type { ClusterView } from '../../../../../src/controller/builds/observe/cluster-view.ts';
import { reconcileBuild } from '../../../../../src/controller/builds/reconcile-build.ts';
import { createTektonFlags } from '../../../../../src/controller/builds/start/tekton-flags.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { lineMasks } from '../../../../../src/core/mask/line-mask.ts';
import { NO_NETWORK, type NetworkReading } from '../../../../../src/core/model/build-network.ts';
import { objectAt, objectsAt } from '../../../../support/json-field.ts';
import type { PhaseStart } from '../../../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import type { Outcome, Reconcile } from '../../../../../src/core/runtime/controller.ts';
import {
  DEFAULT_CONTROLLER_SETTINGS,
  type ControllerSettings,
} from '../../../../../src/core/settings/controller-settings.ts';
import { someBuild, someFacts } from '../../../../support/documents.ts';
import { fakeCluster, type FakeCluster } from './fake-cluster.ts';
import type { Pod } from '../../../../../src/core/model/objects/pod.ts';

/** The time at the start of a test, in milliseconds since 1970. */
export const NOW = 1_000_000_000_000;

/** The value of a Secret that no status may show. */
export const SECRET = 'hunter22';

/** The Build `shop`, or several Builds, and everything that its controller reads and writes. */
export interface FakeWorld {
  readonly cluster: FakeCluster;
  readonly events: string[];
  /** The notes of the events. */
  readonly notes: string[];
  /** The recorded backends, one for each observation. */
  readonly backends: string[];
  /** The reports of finished Builds. */
  readonly finished: { readonly build: KubeObject; readonly pod: Pod | undefined }[];
  /** The containers whose logs were read, as `POD CONTAINER`. */
  readonly tails: string[];
  /** The logs of single containers; all others have the default log. */
  readonly said: Map<string, readonly string[]>;
  /** The starts that the log of a creator shows. */
  readonly starts: PhaseStart[];
  readonly secrets: { read: BuildDependencies['readSecrets'] };
  /** The network of the Build's namespace. */
  readonly networks: { reading: NetworkReading };
  readonly tracing: { contextOf: BuildDependencies['traceContextOf'] };
  readonly registry: { -readonly [lookup in keyof BuildRegistry]: BuildRegistry[lookup] };
  /** Reconciles the Build; stale caches are not filled before. */
  readonly reconcile: (caches?: 'fresh' | 'stale' | 'but for Pods') => Promise<Outcome>;
  /** Reconciles these Builds at the same time. Their specs are that of `shop`. */
  readonly reconcileTogether: (names: readonly string[]) => Promise<readonly Outcome[]>;
  readonly wait: (milliseconds: number) => void;
  /** Replaces the controller's process: only what is on the cluster stays. */
  readonly restart: () => void;
  /** Sets the time that each request takes; none by default. */
  readonly setRequestTime: (milliseconds: number) => void;
  /** Sets the wall clock forward or back. */
  readonly setClock: (milliseconds: number) => void;
  readonly condition: () => JsonObject | undefined;
  readonly status: () => JsonObject;
  /** Writes a status of the Pod as the kubelet does. */
  readonly podStatus: (status: JsonObject) => void;
}

export function fakeWorld(
  settings: Partial<ControllerSettings> = {},
  spec: Readonly<Record<string, unknown>> = {},
): FakeWorld {
  let requestMs = 0;
  const cluster = fakeCluster(() => void (time += requestMs));
  const events: string[] = [];
  const notes: string[] = [];
  const backends: string[] = [];
  const finished: FakeWorld['finished'] = [];
  const tails: string[] = [];
  const starts: PhaseStart[] = [];
  const said = new Map<string, readonly string[]>();
  let time = NOW;
  let jump = 0;
  const registry: FakeWorld['registry'] = {
    facts: async () => someFacts().value as ImageFacts,
    labels: async () => new Map(),
    digest: async () => Promise.reject(new Error('no tag was to be read')),
  };
  const secrets: FakeWorld['secrets'] = { read: async () => ({ kind: 'known', masks: lineMasks([SECRET]) }) };
  const tracing: FakeWorld['tracing'] = { contextOf: () => undefined };
  const networks = { reading: NO_NETWORK };
  const elapsed = (): number => time;
  const buildSettings: ControllerSettings = { ...DEFAULT_CONTROLLER_SETTINGS, backend: 'native', ...settings };
  const { client } = cluster;
  const clock = { now: () => time + jump, elapsed };
  const world = {
    settings: buildSettings,
    networks: { ofBuilds: () => networks.reading },
    client,
    clock,
    registry: {
      facts: async (...all: Parameters<BuildRegistry['facts']>) => registry.facts(...all),
      labels: async (...all: Parameters<BuildRegistry['labels']>) => registry.labels(...all),
      digest: async (...all: Parameters<BuildRegistry['digest']>) => registry.digest(...all),
    },
    readSecrets: async (...all: Parameters<BuildDependencies['readSecrets']>) => secrets.read(...all),
    readLogTail: (async ({ pod, container }, mask) => {
      tails.push(`${pod} ${container}`);
      return (said.get(container) ?? ['what was said last', SECRET]).map(mask);
    }) satisfies BuildDependencies['readLogTail'],
    readPhaseStarts: async () => starts,
    recordEvent: ({ reason, note }: { readonly reason: string; readonly note: string }) => {
      events.push(reason);
      notes.push(note);
    },
    recordBackend: (backend: string) => void backends.push(backend),
    traceContextOf: (uid: string) => tracing.contextOf(uid),
    onFinished: (build: KubeObject, pod: Pod | undefined) => void finished.push({ build, pod }),
    findPlural: async () => undefined,
    tektonFlags: createTektonFlags(client, clock, () => undefined),
  };
  cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  const putBuild = (name: string, uid: string): void => {
    const metadata = { name, uid, creationTimestamp: new Date(NOW).toISOString(), generation: 1 };
    cluster.put('builds', someBuild(spec, metadata).value as KubeObject);
  };
  putBuild('shop', 'build-uid');
  const status = (): JsonObject => objectAt(cluster.get('builds', 'shop') ?? {}, 'status');
  const startProcess = (): Reconcile => {
    const betweenReconciles = createStateBetweenReconciles({ elapsed });
    const { builds, pods, taskRuns } = betweenReconciles.expectations;
    const view: ClusterView = {
      ...cluster.caches,
      build: (key: string) => builds.newest(key, cluster.caches.build(key)),
      pod: (key: string) => pods.newest(key, cluster.caches.pod(key)),
      taskRun: (key: string) => taskRuns.newest(key, cluster.caches.taskRun(key)),
      expiresInMs: () => pods.expiresInMs('team/shop-build-pod'),
      isTektonServed: () => settings.backend === 'tekton',
    };
    const context = { ...world, cluster: view, betweenReconciles };
    return async (key, signal) => reconcileBuild({ ...context, signal }, key);
  };
  let reconcile = startProcess();
  /** Reconciles again if the Build is requeued without a delay, as the work queue does. */
  const reconcileAtOnce = async (key: string): Promise<Outcome> => {
    const { signal } = new AbortController();
    const outcome = await reconcile(key, signal);
    return outcome.kind === 'requeue' && outcome.afterMs === 0 ? reconcile(key, signal) : outcome;
  };
  return {
    cluster,
    events,
    notes,
    backends,
    finished,
    tails,
    starts,
    said,
    registry,
    secrets,
    networks,
    tracing,
    status,
    condition: () => objectsAt(status(), 'conditions')[0],
    setClock: (milliseconds) => void (jump += milliseconds),
    wait: (milliseconds) => void (time += milliseconds),
    restart: () => void (reconcile = startProcess()),
    reconcile: async (caches = 'fresh') => {
      if (caches !== 'stale') cluster.fillCaches(caches === 'fresh' ? undefined : 'pods');
      return reconcileAtOnce('team/shop');
    },
    reconcileTogether: async (names) => {
      for (const name of names) if (cluster.get('builds', name) === undefined) putBuild(name, `${name}-uid`);
      cluster.fillCaches();
      return Promise.all(names.map(async (name) => reconcileAtOnce(`team/${name}`)));
    },
    setRequestTime: (milliseconds) => {
      requestMs = milliseconds;
    },
    podStatus: (its) => {
      const pod = cluster.get('pods', 'shop-build-pod');
      if (pod === undefined) throw new Error('there is no Pod');
      cluster.put('pods', { ...pod, status: its });
    },
  };
}
