import type { ImageFacts } from '../../../../../src/api/taskpack/image-facts.ts';
import { makeDenials } from '../../../../../src/controllers/build/apply/denials.ts';
import { makePace } from '../../../../../src/controllers/build/apply/pace.ts';
import { reconcileBuild } from '../../../../../src/controllers/build/build-controller.ts';
import type { BuildContext } from '../../../../../src/controllers/build/build-context.ts';
import type { BuildRegistry, ReadSecrets } from '../../../../../src/controllers/build/build-ports.ts';
import type { BuildSettings } from '../../../../../src/controllers/build/build-settings.ts';
import { makeSightings } from '../../../../../src/controllers/build/kept/sightings.ts';
import { makeRecent } from '../../../../../src/controllers/build/kept/recent.ts';
import { tektonFlags } from '../../../../../src/controllers/build/start/tekton-flags.ts';
import type { KubeObject } from '../../../../../src/kube/client/kube-object.ts';
import { lineMasks } from '../../../../../src/mask/line-mask.ts';
import { objectAt, objectsAt } from '../../../../../src/model/json-field.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';
import type { Outcome } from '../../../../../src/runtime/outcome.ts';
import { DEFAULT_CONTROLLER_SETTINGS } from '../../../../../src/settings/controller/defaults.ts';
import { someBuild, someFacts } from '../../../../support/documents.ts';
import { fakeCluster, type FakeCluster } from './fake-cluster.ts';

/** When it is, in milliseconds since 1970, until a test says otherwise. */
export const NOW = 1_000_000_000_000;

/** What the Build may not show. */
export const SECRET = 'hunter22';

/** A Build called `shop`, and all that its controller touches. */
export interface FakeWorld {
  readonly cluster: FakeCluster;
  readonly events: string[];
  /** What was noted to run the Build, each time that it was looked at. */
  readonly backends: string[];
  /** Whose logs were read: `POD CONTAINER`. */
  readonly tails: string[];
  /** What containers have said, where that is something else than others have. */
  readonly said: Map<string, readonly string[]>;
  readonly secrets: { read: ReadSecrets };
  readonly registry: { facts: BuildRegistry['facts']; labels: BuildRegistry['labels'] };
  /** Reconciles the Build; caches see what there is, or what they saw last. */
  readonly reconcile: (caches?: 'fresh' | 'stale' | 'but for Pods') => Promise<Outcome>;
  readonly wait: (milliseconds: number) => void;
  /** Somebody sets the clock by so much. */
  readonly setClock: (milliseconds: number) => void;
  readonly condition: () => JsonObject | undefined;
  readonly status: () => JsonObject;
  /** Writes a status of the Pod, as its kubelet. */
  readonly podStatus: (status: JsonObject) => void;
}

export function fakeWorld(
  settings: Partial<BuildSettings> = {},
  spec: Readonly<Record<string, unknown>> = {},
): FakeWorld {
  const cluster = fakeCluster();
  const events: string[] = [];
  const backends: string[] = [];
  const tails: string[] = [];
  const said = new Map<string, readonly string[]>();
  let time = NOW;
  let jump = 0;
  const registry: FakeWorld['registry'] = {
    facts: async () => someFacts().value as ImageFacts,
    labels: async () => new Map(),
  };
  const secrets: FakeWorld['secrets'] = { read: async () => ({ kind: 'known', masks: lineMasks([SECRET]) }) };
  const elapsed = (): number => time;
  const context: BuildContext = {
    settings: { ...DEFAULT_CONTROLLER_SETTINGS, backend: 'native', ...settings },
    pace: makePace(elapsed),
    denials: makeDenials(elapsed),
    recent: { builds: makeRecent(elapsed), pods: makeRecent(elapsed), taskRuns: makeRecent(elapsed) },
    sightings: makeSightings(elapsed),
    tektonFlags: tektonFlags({ client: cluster.client, elapsed }, () => undefined),
    ports: {
      client: cluster.client,
      registry: { facts: async (...all) => registry.facts(...all), labels: async (...all) => registry.labels(...all) },
      readSecrets: async (...all) => secrets.read(...all),
      readLogTail: async ({ pod, container }, mask) => {
        tails.push(`${pod} ${container}`);
        return (said.get(container) ?? ['what was said last', SECRET]).map(mask);
      },
      recordEvent: ({ reason }) => void events.push(reason),
      noteBackend: (backend) => void backends.push(backend),
      findPlural: async () => undefined,
      now: () => time + jump,
      elapsed,
    },
  };
  cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  const metadata = { name: 'shop', uid: 'build-uid', creationTimestamp: new Date(NOW).toISOString(), generation: 1 };
  const { value } = someBuild(spec, metadata);
  cluster.put('builds', value as KubeObject);
  const status = (): JsonObject => objectAt(cluster.get('builds', 'shop') ?? {}, 'status');
  const { builds, pods, taskRuns } = context.recent;
  const known = {
    ...cluster.caches,
    build: (key: string) => builds.newest(key, cluster.caches.build(key)),
    pod: (key: string) => pods.newest(key, cluster.caches.pod(key)),
    taskRun: (key: string) => taskRuns.newest(key, cluster.caches.taskRun(key)),
    lag: () => pods.lag('team/shop-build-pod'),
    isTektonServed: () => settings.backend === 'tekton',
  };
  return {
    cluster,
    events,
    backends,
    tails,
    said,
    registry,
    secrets,
    status,
    condition: () => objectsAt(status(), 'conditions')[0],
    setClock: (milliseconds) => void (jump += milliseconds),
    wait: (milliseconds) => void (time += milliseconds),
    reconcile: async (caches = 'fresh') => {
      if (caches !== 'stale') cluster.fillCaches(caches === 'fresh' ? undefined : 'pods');
      return reconcileBuild('team/shop', known, context, new AbortController().signal);
    },
    podStatus: (its) => {
      const pod = cluster.get('pods', 'shop-build-pod');
      if (pod === undefined) throw new Error('there is no Pod');
      cluster.put('pods', { ...pod, status: its });
    },
  };
}
