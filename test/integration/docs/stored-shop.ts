import type { Cluster } from '../../cluster/cluster.ts';
import { storeObjects } from '../../cluster/control-plane/store-objects.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { stored, timeText } from '../dashboard/stored-builds.ts';

const DIGEST = `sha256:5f3c${'0'.repeat(60)}`;
const OLD_DIGEST = `sha256:a01e${'0'.repeat(60)}`;
const OLD_COMMIT = `0f3c9ab${'0'.repeat(33)}`;
const NEW_COMMIT = '7be2d10c5a4f3e2d1c0b9a8f7e6d5c4b3a291807';
const DAY_MS = 86_400_000;

/** Where and when the objects are stored. */
interface Store {
  readonly namespace: string;
  readonly nowMs: number;
}

/** Stores the Images and Builds that the pages show, as the controller leaves them. The last Build of shop finds no buildpack. */
export async function storeShop({ client, etcd }: Cluster, namespace: string): Promise<void> {
  const store = { namespace, nowMs: Date.now() };
  await client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await storeObjects(etcd, 'images', [
    storedImage(store, 'cart', 12, { status: 'True' }),
    storedImage(store, 'pay', 0.002, BUILDER_NOT_FOUND),
    storedImage(store, 'shop', 41, { status: 'False', reason: 'BuildFailed', message: "Build 'shop-build-2' failed" }),
  ]);
  await storeObjects(etcd, 'builds', [
    storedBuild(store, { image: 'cart', number: 1, days: 12, seconds: 48, status: succeeded('cart') }),
    storedBuild(store, { image: 'shop', number: 1, days: 41, seconds: 161, status: succeeded('shop') }),
    storedBuild(store, { image: 'shop', number: 2, days: 0.002, seconds: 41, status: nothingDetected() }),
  ]);
}

const BUILDER_NOT_FOUND = {
  status: 'False',
  reason: 'BuilderNotFound',
  message: "ClusterBuilder 'missing' not found",
};

function storedImage({ namespace, nowMs }: Store, name: string, days: number, ready: object): KubernetesObject {
  return {
    ...stored('Image', namespace, name, nowMs - days * DAY_MS),
    spec: {
      tag: `registry.example.com/${name}`,
      serviceAccountName: 'default',
      builder: { kind: 'ClusterBuilder', name: name === 'pay' ? 'missing' : 'base' },
      source: { git: { url: `https://git.example.com/${name}.git`, revision: 'main' }, subPath: 'web' },
    },
    status: {
      observedGeneration: 1,
      conditions: [{ type: 'Ready', lastTransitionTime: timeText(nowMs), ...ready }],
    },
  };
}

/** A Build of an Image that was created some days ago and took some seconds. */
interface StoredBuild {
  readonly image: string;
  readonly number: number;
  readonly days: number;
  readonly seconds: number;
  readonly status: (at: (seconds: number) => string) => object;
}

function storedBuild({ namespace, nowMs }: Store, shown: StoredBuild): KubernetesObject {
  const createdMs = nowMs - shown.days * DAY_MS;
  const { metadata, ...object } = stored('Build', namespace, `${shown.image}-build-${shown.number}`, createdMs);
  return {
    ...object,
    metadata: { ...metadata, ...buildMetadata(shown) },
    spec: {
      tags: [`registry.example.com/${shown.image}`],
      serviceAccountName: 'default',
      builder: { image: `registry.example.com/builders/base@${DIGEST}` },
      source: { git: { url: `https://git.example.com/${shown.image}.git`, revision: NEW_COMMIT }, subPath: 'web' },
      env: environment(shown.number),
    },
    status: buildStatus(shown, createdMs),
  };
}

function buildMetadata({ image: name, number }: StoredBuild): object {
  return {
    labels: { 'image.kpack.io/image': name, 'image.kpack.io/buildNumber': `${number}` },
    annotations: {
      'image.kpack.io/reason': number === 1 ? 'CONFIG' : 'COMMIT,CONFIG',
      ...(number > 1 && { 'image.kpack.io/buildChanges': JSON.stringify(CHANGES) }),
      'image.kpack.io/builderName': 'base',
      'image.kpack.io/builderKind': 'ClusterBuilder',
    },
  };
}

function buildStatus({ image: name, number, seconds, status }: StoredBuild, createdMs: number): object {
  const at = (after: number): string => timeText(createdMs + after * 1000);
  const { conditions, ...rest } = { conditions: {}, ...status(at) };
  return {
    backend: 'tekton',
    taskRunName: `${name}-build-${number}-build`,
    podName: `${name}-build-${number}-build-pod`,
    conditions: [{ type: 'Succeeded', lastTransitionTime: at(seconds), ...conditions }],
    ...rest,
  };
}

function environment(number: number): readonly object[] {
  return [{ name: 'BP_JVM_VERSION', value: number === 1 ? '17' : '21' }];
}

const SOURCE = { git: { url: 'https://git.example.com/shop.git', revision: '' }, subPath: 'web' };

const CHANGES = [
  { reason: 'COMMIT', old: OLD_COMMIT, new: NEW_COMMIT },
  {
    reason: 'CONFIG',
    old: { resources: {}, env: environment(1), source: SOURCE },
    new: { resources: {}, env: environment(2), source: SOURCE },
  },
];

function succeeded(image: string): () => object {
  return () => ({
    conditions: { status: 'True', reason: 'Completed' },
    latestImage: `registry.example.com/${image}@${image === 'shop' ? OLD_DIGEST : DIGEST}`,
    lifecycleVersion: '0.20.12',
  });
}

/** The seconds in which the phases of the failed Build start and end. */
const PHASES = [
  ['prepare', 9, 12],
  ['analyze', 12, 14],
  ['detect', 14, 41],
] as const;

function nothingDetected(): (at: (seconds: number) => string) => object {
  return (at) => ({
    conditions: { status: 'False', reason: 'Failed' },
    phase: 'detect',
    steps: PHASES.map(([name, start, end]) => ({
      name,
      startedAt: at(start),
      finishedAt: at(end),
      exitCode: name === 'detect' ? 20 : 0,
    })),
    failure: {
      reason: 'NothingDetected',
      phase: 'detect',
      exitCode: 20,
      actor: 'user',
      message: "No group of buildpacks in the builder's order supports this source (detect, exit code 20).",
      advice: "Check the source's sub path, and that the builder has a buildpack for this kind of source.",
      log: ['ERROR: No buildpack groups passed detection.'],
    },
  });
}
