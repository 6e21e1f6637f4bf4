import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ServedObjects } from './object-server.ts';

/** Stands for the time some seconds after the creation of all objects. */
function after(seconds: number): string {
  return `T+${seconds}`;
}

const CREATED = after(0);

const DIGEST = `sha256:${'c'.repeat(64)}`;
const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

/** A kpack object of the namespace `team`. */
function object(kind: string, name: string, metadata: JsonObject, spec: JsonObject, status: JsonObject): JsonObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind,
    metadata: { name, namespace: 'team', creationTimestamp: CREATED, ...metadata },
    spec,
    status,
  };
}

function build(number: number, annotations: JsonObject, status: JsonObject): JsonObject {
  return object(
    'Build',
    `shop-build-${number}`,
    {
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
      annotations: {
        'image.kpack.io/builderName': 'base',
        'image.kpack.io/builderKind': 'ClusterBuilder',
        ...annotations,
      },
    },
    {
      tags: ['registry.example/shop'],
      builder: { image: `registry.example/builder@${DIGEST}` },
      source: { git: { url: 'https://git.example/shop.git', revision: NEW }, subPath: 'web' },
    },
    status,
  );
}

const FIRST = build(
  9,
  { 'image.kpack.io/reason': 'CONFIG', 'image.kpack.io/buildChanges': '[{"reason":"CONFIG","old":{},"new":{}}]' },
  {
    conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: after(90) }],
    backend: 'tekton',
    taskRunName: 'shop-build-9-build',
    podName: 'shop-build-9-build-pod',
    latestImage: `registry.example/a-team-with-a-long-name/shop@${DIGEST}`,
    steps: [
      { name: 'prepare', startedAt: after(10), finishedAt: after(12), exitCode: 0 },
      { name: 'completion', startedAt: after(12), finishedAt: after(90), exitCode: 0 },
    ],
  },
);

const CHANGES = [
  { reason: 'COMMIT', old: OLD, new: NEW },
  {
    reason: 'CONFIG',
    old: { env: [{ name: 'BP_JVM_VERSION', value: '17' }], source: { git: {} } },
    new: { env: [{ name: 'BP_JVM_VERSION', value: '21' }], source: { git: {} } },
  },
];

const SECOND = build(
  10,
  { 'image.kpack.io/reason': 'COMMIT,CONFIG', 'image.kpack.io/buildChanges': JSON.stringify(CHANGES) },
  {
    conditions: [
      {
        type: 'Succeeded',
        status: 'False',
        reason: 'Failed',
        message: 'x',
        lastTransitionTime: after(41),
      },
    ],
    backend: 'native',
    failure: {
      reason: 'NothingDetected',
      phase: 'detect',
      exitCode: 20,
      actor: 'user',
      message: 'Error:  Container detect terminated',
      advice: "Check the source's sub path, and that the builder has a buildpack for this kind of source.",
      log: [
        '\u001b[31mNo buildpack groups\u001b[0m passed detection.\u001b]0;title\u0007',
        `${'long '.repeat(20)}line`,
      ],
    },
    steps: [
      { name: 'prepare', startedAt: after(10), finishedAt: after(12), exitCode: 0 },
      { name: 'detect', startedAt: after(12), finishedAt: after(41), exitCode: 20 },
      { name: 'build' },
    ],
  },
);

const DIRECT = object(
  'Build',
  'by-hand',
  { annotations: {} },
  {
    tags: ['registry.example/by-hand'],
    builder: { image: 'b' },
    source: { blob: { url: 'https://example.com/a.zip' } },
  },
  {},
);

const SHOP = object(
  'Image',
  'shop',
  { uid: 'shop-uid' },
  {
    tag: 'registry.example/shop',
    builder: { kind: 'ClusterBuilder', name: 'base' },
    source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
  },
  {
    conditions: [
      { type: 'Ready', status: 'False', reason: 'BuildFailed', message: 'Error: x', lastTransitionTime: CREATED },
      { type: 'BuilderUpToDate', status: 'False', reason: 'BuilderNotUpToDate', message: 'The stack is old.' },
    ],
    latestImage: `registry.example/shop@${DIGEST}`,
  },
);

const CART = object(
  'Image',
  'cart',
  {},
  { tag: 'registry.example/cart', builder: { name: 'base' }, source: {} },
  { conditions: [{ type: 'Ready', status: 'False', reason: 'BuilderNotFound', message: 'no builder' }] },
);

const BASE = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'ClusterBuilder',
  metadata: { name: 'base', creationTimestamp: CREATED },
  spec: { tag: 'registry.example/base', stack: { kind: 'ClusterStack', name: 'jammy' } },
  status: {
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: CREATED }],
    stack: { id: 'some.stack', runImage: `registry.example/run@${DIGEST}` },
    lifecycle: { version: '0.20.12' },
    latestImage: `registry.example/base@${DIGEST}`,
    builderMetadata: [{ id: 'some/java', version: '1.0.0' }],
    order: [
      {
        group: [
          { id: 'some/ca', optional: true },
          { id: 'some/java', version: '1.0.0' },
        ],
      },
    ],
  },
};

const TEAM_BUILDER = object('Builder', 'cart', {}, { tag: 'registry.example/own', stack: { name: 'jammy' } }, {});

const WORLD: ServedObjects = {
  images: [SHOP, CART],
  builds: [SECOND, FIRST, DIRECT],
  builders: [TEAM_BUILDER],
  clusterbuilders: [BASE],
  sourceresolvers: [
    object(
      'SourceResolver',
      'shop-source',
      {},
      {},
      {
        source: { git: { url: 'https://git.example/shop.git', revision: NEW, type: 'Branch' } },
      },
    ),
  ],
  pods: [],
};

/** The age of all objects. The seconds keep ages as they are while a test runs, because the command reads the clock. */
const AGE_MS = (3 * 3600 + 5 * 60 + 10) * 1000;

/** Returns Images, Builds and builders in every state that matters to a reader, created 3 hours and 5 minutes ago. */
export function shownWorld(): ServedObjects {
  const createdMs = Math.floor(Date.now() / 1000) * 1000 - AGE_MS;
  const text = JSON.stringify(WORLD).replace(/"T\+(\d+)"/g, (_, seconds: string) =>
    JSON.stringify(new Date(createdMs + Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')),
  );
  return JSON.parse(text) as ServedObjects;
}
