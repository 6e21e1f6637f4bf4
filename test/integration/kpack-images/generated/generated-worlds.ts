import * as fc from 'fast-check';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ImageWorld } from './image-oracle.ts';
import {
  BUILDER_IMAGE,
  COMMIT,
  NEW_RUN_IMAGE,
  OLD_COMMIT,
  OWNER,
  RUN_IMAGE,
  someBuild,
  someBuilder,
  someClaim,
  someImage,
  someResolver,
  type End,
} from './some-world.ts';

/** Returns worlds from a fixed seed, so that failures are reproducible. */
export function generatedWorlds(seed: number, count: number): readonly ImageWorld[] {
  // The conversion to JSON removes undefined fields.
  return fc.sample(world, { seed, numRuns: count }).map((made) => JSON.parse(JSON.stringify(made)) as ImageWorld);
}

/** A field that is usually absent. */
function rarely<T>(value: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 60, arbitrary: fc.constant(undefined) }, { weight: weight * 10, arbitrary: value });
}

/** Mostly the first value. */
function mostly<T>(...values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [usual, ...others] = values;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(usual, ...others) },
  );
}

const text = fc.oneof(fc.constantFrom('', '<x>&', '"quoted"', '\u2028', 'é\n'), fc.string({ maxLength: 5 }));
const labels = rarely(fc.constantFrom({ team: 'shop' }, { team: 'web', tier: '1' }), 2);

const variable = fc.oneof(
  fc.record({ name: fc.constantFrom('A', 'B'), value: text }),
  fc.record({
    name: fc.constant('C'),
    valueFrom: fc.constantFrom(
      { fieldRef: { fieldPath: 'metadata.name' } },
      { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } },
      { resourceFieldRef: { resource: 'limits.cpu' } },
      { secretKeyRef: { name: 's', key: 'k' } },
      { configMapKeyRef: { key: 'k', optional: true } },
    ),
  }),
);

const resources = fc.constantFrom(
  {},
  { limits: { memory: '1Gi' } },
  { limits: { memory: '1024Mi', cpu: '0.5' }, requests: { cpu: '100m' } },
  { requests: { memory: '1.5Gi', 'ephemeral-storage': '1000Mi' }, claims: [{ name: 'gpu', request: 'one' }] },
);

const config = fc.record({
  env: rarely(fc.array(variable, { maxLength: 3 }), 2),
  resources: rarely(resources, 2),
  services: rarely(fc.constantFrom([], [{ kind: 'Secret', name: 'orders', apiVersion: 'v1' }])),
  cnbBindings: rarely(
    fc.constantFrom(
      [{ name: 'db', metadataRef: { name: 'm' } }],
      [{ name: 'db', metadataRef: {}, secretRef: { name: 's' } }],
    ),
  ),
});

const imageBuild = fc
  .tuple(
    config,
    fc.record({
      tolerations: rarely(fc.constant([{ operator: 'Exists' }])),
      nodeSelector: rarely(fc.constant({ pool: 'builds' })),
      affinity: rarely(fc.constant({ podAffinity: {} })),
      runtimeClassName: rarely(fc.constantFrom('gvisor', '')),
      schedulerName: rarely(fc.constant('other')),
      buildTimeout: rarely(fc.constantFrom(0, 1800)),
      creationTime: rarely(fc.constantFrom('now', '0')),
    }),
  )
  .map(([first, second]) => ({ ...first, ...second }));

const SOURCES: readonly [JsonObject, ...JsonObject[]] = [
  { git: { url: 'https://git.example/web', revision: 'main' } },
  { git: { url: 'https://git.example/web', revision: 'next', initializeSubmodules: true }, subPath: 'app' },
  { git: { url: 'https://git.example/web', revision: 'main', initializeSubmodules: false }, subPath: '' },
  { blob: { url: 'https://blobs.example/web.zip' } },
  { blob: { url: 'https://blobs.example/web.zip', auth: 'secret', stripComponents: 2 }, subPath: 'app' },
  { registry: { image: 'registry.example/source' } },
  { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }] }, subPath: 'a' },
];

const source = mostly(...SOURCES);

const image = fc
  .record({
    spec: fc.record({
      tag: mostly('registry.example/web', 'registry.example:5000/shop/web:v1', 'shop/web:latest', 'web'),
      builder: mostly<JsonObject>(
        { kind: 'ClusterBuilder', name: 'base' },
        { kind: 'Builder', name: 'base' },
        { kind: 'Builder', name: 'base', namespace: 'apps' },
        { kind: 'Builder', name: 'base', namespace: 'other' },
        { kind: 'ClusterBuilder', name: 'missing' },
      ),
      source,
      cache: rarely(
        fc.constantFrom(
          {},
          { volume: { size: '2Gi' } },
          { volume: { size: '2Gi', storageClassName: 'fast' } },
          { registry: { tag: 'registry.example/cache' } },
          { registry: { tag: '' }, volume: { size: '500M' } },
        ),
        4,
      ),
      build: rarely(imageBuild, 6),
      imageTaggingStrategy: mostly('BuildNumber', 'None'),
      additionalTags: rarely(fc.constantFrom([], ['registry.example/web:stable'])),
      successBuildHistoryLimit: fc.integer({ min: 1, max: 4 }),
      failedBuildHistoryLimit: fc.integer({ min: 1, max: 4 }),
      projectDescriptorPath: rarely(fc.constant('project.toml')),
      defaultProcess: rarely(fc.constant('web')),
      cosign: rarely(fc.constantFrom({}, { annotations: [{ name: 'a', value: 'b' }] })),
      notary: rarely(fc.constant({ v1: { url: 'https://notary.example', secretRef: { name: 'n' } } })),
    }),
    metadata: fc.record({
      generation: fc.integer({ min: 1, max: 3 }),
      labels,
      annotations: rarely(fc.constantFrom({ owner: 'shop' }, { 'image.kpack.io/additionalBuildNeeded': 'x' })),
    }),
    status: rarely(
      fc.record({
        observedGeneration: fc.integer({ min: 0, max: 3 }),
        buildCounter: rarely(fc.integer({ min: 1, max: 12 })),
        latestImage: rarely(fc.constant(`registry.example/web@sha256:${'e'.repeat(64)}`), 6),
        latestStack: rarely(fc.constant('io.example.stack'), 3),
        latestBuildRef: rarely(fc.constant('web-build-1'), 3),
        buildCacheName: rarely(fc.constant('web-cache'), 3),
      }),
      6,
    ),
  })
  .map(({ spec, metadata, status }) => someImage(spec as JsonObject, metadata as JsonObject, status as JsonObject));

const runImage = mostly(
  RUN_IMAGE,
  NEW_RUN_IMAGE,
  'registry.example/run',
  'registry.example/run:latest',
  '',
  'Not an image',
);
const buildpack = fc.constantFrom<JsonObject>(
  { id: 'example/java', version: '1.0.0' },
  { id: 'example/java', version: '1.1.0' },
  { id: 'example/node' },
  { id: 'example/go', version: '3', homepage: 'https://go.example' },
);

const condition = (type: string): fc.Arbitrary<JsonObject> =>
  mostly<JsonObject>(
    { type, status: 'True' },
    { type, status: 'False', reason: 'Failed', message: 'it failed' },
    { type, status: 'Unknown' },
  );

function builder(kind: string, metadata: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      status: fc.record({
        conditions: fc.tuple(condition('Ready'), condition('UpToDate')),
        observedGeneration: mostly(1, 2),
        builderMetadata: fc.uniqueArray(buildpack, {
          minLength: 2,
          maxLength: 4,
          selector: (one) => JSON.stringify(one),
        }),
        stack: fc.record({ id: fc.constant('io.example.stack'), runImage }),
        lifecycle: fc.record({ version: mostly('0.20.12', '0.20.13') }),
        latestImage: mostly(BUILDER_IMAGE, BUILDER_IMAGE.replaceAll('c', 'd')),
      }),
    })
    .map(({ status }) => someBuilder(status as unknown as JsonObject, metadata, kind));
}

const resolved = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        url: fc.constant('https://git.example/web'),
        revision: mostly(OLD_COMMIT, COMMIT),
        type: mostly('Branch', 'Tag', 'Commit', 'Unknown'),
        initializeSubmodules: rarely(fc.boolean()),
        subPath: rarely(fc.constantFrom('', 'app')),
      })
      .map((git) => ({ git })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      {},
      { blob: { url: 'https://blobs.example/web.zip' } },
      { blob: { url: 'https://blobs.example/web.zip', auth: 'secret', stripComponents: 2, subPath: 'app' } },
      { registry: { image: 'registry.example/source' } },
      { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }], subPath: 'a' } },
    ),
  },
);

const resolver = (spec: JsonObject): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      status: fc.record({
        conditions: fc.tuple(condition('Ready')),
        observedGeneration: mostly(1, 0),
        source: resolved,
      }),
      spec: fc.record({
        source: fc.oneof({ weight: 6, arbitrary: fc.constant(spec) }, { weight: 1, arbitrary: source }),
      }),
      metadata: fc.record({ labels }),
    })
    .map((made) => someResolver(made.status as never, made.spec as never, made.metadata as never));

const build = fc.record({
  end: fc.oneof(
    { weight: 5, arbitrary: fc.constant<End>('True') },
    { weight: 3, arbitrary: fc.constant<End>('False') },
  ),
  spec: fc
    .tuple(
      config,
      fc.record({
        source: rarely(fc.constantFrom(...SOURCES), 1),
        lastBuild: rarely(fc.constant({ image: 'old', stackId: 's' }), 3),
      }),
    )
    .map(([first, second]) => present({ ...first, ...second })),
  status: fc
    .record({
      buildMetadata: rarely(fc.array(buildpack, { maxLength: 3 }), 4),
      stack: rarely(fc.record({ id: fc.constant('io.example.stack'), runImage }), 3),
      latestCacheImage: rarely(fc.constant('registry.example/cache@sha256:1'), 3),
      lifecycleVersion: rarely(fc.constant('0.19.0')),
    })
    .map(present),
  labels: fc
    .record({
      'image.kpack.io/imageGeneration': rarely(fc.constantFrom('1', '', 'x')),
      'image.kpack.io/buildNumber': rarely(fc.constantFrom('x'), 0.2),
    })
    .map(present),
  annotations: fc.record({ 'image.kpack.io/additionalBuildNeeded': rarely(fc.constant('x')) }).map(present),
  metadata: fc
    .record({
      deletionTimestamp: rarely(fc.constant('2026-02-01T00:00:00Z')),
      creationTimestamp: rarely(fc.integer({ min: 0, max: 1e6 }).map(distinctTime), 0.3),
      ownerReferences: rarely(fc.constant([{ ...OWNER, uid: 'earlier' }]), 0.3),
    })
    .map(present),
  gap: mostly(1, 2, 5),
});

/** Returns a time that no other Build has, because kpack sorts Builds of one second at random. */
function distinctTime(seconds: number): string {
  return new Date(Date.UTC(2025, 0, 1) + seconds * 1000).toISOString();
}

function present(fields: object): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

const builds = fc
  .tuple(fc.array(build, { maxLength: 7 }), mostly<End | undefined>(undefined, 'Unknown', 'none'))
  .map(([list, last]) => {
    let number = 0;
    return list.map(({ end, gap, ...fields }, index) => {
      number += gap;
      const isLast = index === list.length - 1;
      const { status, ...rest } = fields;
      const ended = isLast && last !== undefined ? last : end;
      return someBuild(number, ended, { ...rest, ...(ended === 'True' && { status }) });
    });
  });

const claim = fc
  .record({
    storage: mostly('2Gi', '1Gi', '4Gi', '2048Mi'),
    metadata: fc.record({
      labels,
      deletionTimestamp: rarely(fc.constant('2026-02-01T00:00:00Z')),
      ownerReferences: rarely(fc.constant([])),
    }),
    spec: fc.record({ storageClassName: rarely(fc.constantFrom('fast', 'slow'), 3) }),
  })
  .map(({ storage, metadata, spec }) => someClaim(storage, present(metadata), present(spec)));

const world = image.chain((made) =>
  fc.record({
    image: fc.constant(made),
    builder: builder('Builder', { namespace: 'apps' }),
    clusterBuilder: builder('ClusterBuilder', {}),
    sourceResolver: fc.oneof(
      { weight: 8, arbitrary: resolver((made['spec'] as { readonly source: JsonObject }).source) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    builds,
    claim: rarely(claim, 4),
    priorityClasses: fc.boolean(),
  }),
);
