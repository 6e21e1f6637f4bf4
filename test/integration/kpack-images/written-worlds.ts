import type { JsonObject } from '../../../src/model/json.ts';
import { childName } from '../../../src/model/names.ts';
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
  someWorld,
} from './some-world.ts';

/** A world, the expected effect in taskpack, and the ids of the differences that it shows. */
export interface WrittenWorld {
  readonly name: string;
  readonly world: ImageWorld;
  /** The reasons of the next Build; or the reason of the condition Ready, if no Build is created. */
  readonly expected: string;
  readonly differences?: readonly string[];
}

const TRIGGER = 'image.kpack.io/additionalBuildNeeded';
const NEW_BUILDER_IMAGE = BUILDER_IMAGE.replaceAll('c', 'd');
const MOVED = { source: { git: { url: 'https://git.example/web', revision: COMMIT, type: 'Branch' } } };
const VOLUME = { cache: { volume: { size: '2Gi' } } };
const { sourceResolver: _resolver, ...WITHOUT_RESOLVER } = someWorld();
const { clusterBuilder: _builder, ...WITHOUT_BUILDER } = someWorld();

function many(count: number, end: 'True' | 'False', from = 1): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => someBuild(from + index, end));
}

function env(value: string): JsonObject {
  return { build: { env: [{ name: 'BP_JVM_VERSION', value }] } };
}

/** Worlds without a difference, and then worlds for each difference. */
export const WRITTEN_WORLDS: readonly WrittenWorld[] = [
  { name: 'nothing changed', world: someWorld(), expected: 'UpToDate' },
  { name: 'no SourceResolver yet', world: { ...WITHOUT_RESOLVER, builds: [] }, expected: 'ResolverNotReady' },
  { name: 'the first Build', world: someWorld({ builds: [] }), expected: 'CONFIG' },
  {
    name: 'the first Build with every field',
    world: someWorld({
      builds: [],
      priorityClasses: true,
      image: someImage(
        {
          tag: 'registry.example/web:v2',
          additionalTags: ['registry.example/web:stable'],
          cache: { registry: { tag: 'registry.example/cache' } },
          projectDescriptorPath: 'project.toml',
          defaultProcess: 'web',
          cosign: { annotations: [{ name: 'team', value: 'shop' }] },
          build: {
            services: [{ apiVersion: 'v1', kind: 'Secret', name: 'orders' }],
            cnbBindings: [{ name: 'db', metadataRef: { name: 'db-metadata' }, secretRef: { name: 'db' } }],
            env: [
              { name: 'A', value: '<a> & "b" \u2028' },
              { name: 'B', value: '' },
              { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
              { name: 'D', valueFrom: { configMapKeyRef: { name: 'c', key: 'k', optional: false } } },
              { name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            ],
            resources: { limits: { memory: '2048Mi', cpu: '1500m' }, requests: { cpu: '0.5', memory: '1G' } },
            tolerations: [{ key: 'builds', operator: 'Exists', tolerationSeconds: 0 }],
            nodeSelector: { pool: 'builds' },
            affinity: { nodeAffinity: {} },
            runtimeClassName: 'gvisor',
            schedulerName: 'other',
            buildTimeout: 1800,
            creationTime: 'now',
          },
        },
        { labels: { team: 'shop' }, annotations: { owner: 'shop' } },
      ),
      sourceResolver: someResolver({}, {}, { labels: { team: 'shop' } }),
    }),
    expected: 'CONFIG',
  },
  { name: 'a long name', world: longName('w'.repeat(60)), expected: 'CONFIG' },
  {
    name: 'no numbered tag',
    world: someWorld({ builds: [], image: someImage({ imageTaggingStrategy: 'None' }) }),
    expected: 'CONFIG',
  },
  {
    name: 'a commit',
    world: someWorld({ sourceResolver: someResolver(MOVED), priorityClasses: true }),
    expected: 'COMMIT',
  },
  {
    name: 'the same environment, written otherwise',
    world: someWorld({
      image: someImage({ build: { resources: { limits: { memory: '1Gi', cpu: '1' } }, env: [] } }),
      builds: [someBuild(1, 'True', { spec: { resources: { limits: { memory: '1024Mi', cpu: '1000m' } } } })],
    }),
    expected: 'UpToDate',
  },
  { name: 'another environment', world: someWorld({ image: someImage(env('17')) }), expected: 'CONFIG' },
  {
    name: 'everything at once',
    world: someWorld({
      image: someImage(env('17')),
      sourceResolver: someResolver(MOVED),
      builds: [someBuild(1, 'True', { annotations: { [TRIGGER]: '' } })],
      priorityClasses: true,
      clusterBuilder: someBuilder({
        builderMetadata: [{ id: 'example/java', version: '2.0.0' }],
        stack: { id: 'io.example.stack', runImage: NEW_RUN_IMAGE },
        lifecycle: { version: '0.20.13' },
      }),
    }),
    expected: 'TRIGGER,COMMIT,CONFIG,BUILDPACK,STACK,LIFECYCLE',
  },
  {
    name: 'only the run image',
    world: someWorld({
      clusterBuilder: someBuilder({ stack: { id: 'io.example.stack', runImage: NEW_RUN_IMAGE } }),
      priorityClasses: true,
    }),
    expected: 'STACK',
  },
  {
    name: 'run images by tag',
    world: someWorld({
      clusterBuilder: someBuilder({ stack: { id: 'io.example.stack', runImage: 'registry.example/run' } }),
      builds: [someBuild(1, 'True', { status: { stack: { runImage: 'other.example/run:latest' } } })],
    }),
    expected: 'UpToDate',
  },
  {
    name: 'two buildpacks are gone',
    world: someWorld({
      clusterBuilder: someBuilder({ builderMetadata: [] }),
      builds: [someBuild(1, 'True', { status: { buildMetadata: [{ id: 'z', version: '1' }, { id: 'a' }] as never } })],
    }),
    expected: 'BUILDPACK',
  },
  {
    name: 'another kind of source',
    world: someWorld({
      image: someImage({
        source: { blob: { url: 'https://blobs.example/web.zip', stripComponents: 1 }, subPath: 'app' },
      }),
      sourceResolver: someResolver(
        { source: { blob: { url: 'https://blobs.example/web.zip', stripComponents: 1, subPath: 'app' } } },
        { source: { blob: { url: 'https://blobs.example/web.zip', stripComponents: 1 }, subPath: 'app' } },
      ),
    }),
    expected: 'CONFIG',
  },
  {
    name: 'a registry source',
    world: someWorld({
      image: someImage({
        source: { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }] } },
      }),
      sourceResolver: someResolver(
        { source: { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }] } } },
        { source: { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }] } } },
      ),
    }),
    expected: 'CONFIG',
  },
  {
    name: 'a failed Build',
    world: someWorld({ builds: [someBuild(1), someBuild(2, 'False')] }),
    expected: 'BuildFailed',
  },
  {
    name: 'a commit after a failed Build',
    world: someWorld({
      builds: [someBuild(1, 'False', { spec: { lastBuild: { image: 'registry.example/web', stackId: 'some' } } })],
      sourceResolver: someResolver(MOVED),
    }),
    expected: 'COMMIT',
  },
  { name: 'a running Build', world: running('Unknown'), expected: 'BuildRunning' },
  { name: 'a Build without a status', world: running('none'), expected: 'BuildRunning' },
  {
    name: 'a Builder that is not ready',
    world: {
      ...WITHOUT_BUILDER,
      image: someImage({ builder: { kind: 'Builder', name: 'base' } }),
      builder: someBuilder(
        { conditions: [{ type: 'Ready', status: 'False', message: 'no stack' }] },
        { namespace: 'apps' },
        'Builder',
      ),
    },
    expected: 'BuilderNotReady',
  },
  {
    name: 'a builder whose spec has changed',
    world: someWorld({ clusterBuilder: someBuilder({}, { generation: 2 }) }),
    expected: 'BuilderNotReady',
  },
  {
    name: 'a builder that is not up to date',
    world: someWorld({ clusterBuilder: someBuilder({ conditions: [{ type: 'Ready', status: 'True' }] }) }),
    expected: 'UpToDate',
  },
  {
    name: 'another source',
    world: someWorld({ image: someImage({ source: { git: { url: 'https://git.example/web', revision: 'next' } } }) }),
    expected: 'ResolverNotReady',
  },
  {
    name: 'other labels',
    world: someWorld({ image: someImage({}, { labels: { team: 'shop' } }) }),
    expected: 'UpToDate',
  },
  {
    name: 'one Build too many',
    world: someWorld({ image: someImage({ successBuildHistoryLimit: 2 }), builds: many(3, 'True') }),
    expected: 'UpToDate',
  },
  {
    name: 'one failed and one successful Build too many',
    world: someWorld({
      image: someImage({ successBuildHistoryLimit: 1, failedBuildHistoryLimit: 1 }),
      builds: [...many(2, 'False'), ...many(2, 'True', 3)],
    }),
    expected: 'UpToDate',
  },
  {
    name: 'a new claim',
    world: someWorld({ image: someImage({ cache: { volume: { size: '2Gi', storageClassName: 'fast' } } }) }),
    expected: 'UpToDate',
  },
  {
    name: 'a claim to grow',
    world: someWorld({ image: someImage(VOLUME), claim: someClaim('1Gi') }),
    expected: 'UpToDate',
  },
  {
    name: 'a claim with other labels',
    world: someWorld({ image: someImage(VOLUME), claim: someClaim('2048Mi', { labels: { team: 'shop' } }) }),
    expected: 'UpToDate',
  },
  { name: 'a claim that is not needed', world: someWorld({ claim: someClaim('1Gi') }), expected: 'UpToDate' },
  {
    name: 'a Build with a claim',
    world: someWorld({
      image: someImage({ ...VOLUME, ...env('17') }, {}, { buildCacheName: 'web-cache' }),
      claim: someClaim('2Gi'),
    }),
    expected: 'CONFIG',
  },
  ...differing(),
];

function longName(name: string): ImageWorld {
  const image = someImage(VOLUME, { name }, { buildCacheName: childName(name, '-cache') });
  const metadata = { name: childName(name, '-source') };
  return someWorld({ builds: [], image, sourceResolver: someResolver({}, {}, metadata) });
}

function running(end: 'Unknown' | 'none'): ImageWorld {
  const status = {
    latestBuildRef: 'web-build-1',
    latestBuildReason: 'CONFIG',
    latestBuildImageGeneration: 2,
    buildCounter: 1,
  };
  return someWorld({ image: someImage(env('17'), {}, status), builds: [someBuild(1, end)] });
}

function differing(): readonly WrittenWorld[] {
  return [
    {
      name: 'the number of a deleted Build',
      world: someWorld({ image: someImage(env('17'), {}, { buildCounter: 7 }) }),
      expected: 'CONFIG',
      differences: ['image-numbers-never-return'],
    },
    {
      name: 'all Builds are deleted',
      world: someWorld({
        image: someImage({}, {}, { buildCounter: 7, latestImage: 'registry.example/web', latestStack: 'some' }),
        builds: [],
      }),
      expected: 'CONFIG',
      differences: ['image-numbers-never-return', 'image-last-build-from-status'],
    },
    {
      name: 'a clock was set back',
      world: someWorld({
        builds: [
          someBuild(1, 'False'),
          someBuild(2, 'True', { metadata: { creationTimestamp: '2025-01-01T00:00:00Z' } }),
        ],
      }),
      expected: 'UpToDate',
      differences: ['image-order-by-number'],
    },
    {
      name: 'a Build without a number',
      world: someWorld({
        builds: [someBuild(1), someBuild(2, 'True', { labels: { 'image.kpack.io/buildNumber': 'two' } })],
      }),
      expected: 'UpToDate',
      differences: ['image-unnumbered-builds'],
    },
    {
      name: 'a Build of an earlier Image',
      world: someWorld({
        image: someImage({}, {}, { buildCounter: 2 }),
        builds: [
          someBuild(1),
          someBuild(2, 'True', { metadata: { ownerReferences: [{ ...OWNER, uid: 'earlier' }] as never } }),
        ],
      }),
      expected: 'UpToDate',
      differences: ['image-builds-of-its-own', 'image-numbers-never-return'],
    },
    {
      name: 'an older Build still runs',
      world: someWorld({ builds: [someBuild(1, 'Unknown'), someBuild(2)], image: someImage(env('17')) }),
      expected: 'BuildRunning',
      differences: ['image-one-unfinished-build', 'image-status-from-builds'],
    },
    {
      name: 'a Builder of another namespace',
      world: {
        ...WITHOUT_BUILDER,
        image: someImage({ builder: { kind: 'Builder', name: 'base', namespace: 'other' } }),
        builder: someBuilder({}, { namespace: 'apps' }, 'Builder'),
      },
      expected: 'BuilderNotFound',
      differences: ['image-builder-of-its-namespace', 'image-status-from-builds'],
    },
    {
      name: 'a Builder that does not exist',
      world: { ...WITHOUT_BUILDER, builds: [], image: someImage({ builder: { kind: 'Builder', name: 'base' } }) },
      expected: 'BuilderNotFound',
      differences: ['image-builder-namespace'],
    },
    {
      name: 'a git server that could not be asked',
      world: someWorld({
        builds: [],
        sourceResolver: someResolver({
          source: { git: { url: 'https://git.example/web', revision: 'main', type: 'Unknown' } },
        }),
      }),
      expected: 'ResolverNotReady',
      differences: ['image-unknown-revision'],
    },
    {
      name: 'a SourceResolver without a source',
      world: someWorld({ sourceResolver: someResolver({ source: {} }) }),
      expected: 'ResolverNotReady',
      differences: ['image-resolver-without-source'],
    },
    {
      name: 'a SourceResolver that says why it is not ready',
      world: someWorld({
        sourceResolver: someResolver({ conditions: [{ type: 'Ready', status: 'False', message: 'git: 401' }] }),
      }),
      expected: 'ResolverNotReady',
      differences: ['image-resolver-says-why'],
    },
    {
      name: 'a Build that is being deleted',
      world: someWorld({
        image: someImage({ successBuildHistoryLimit: 1 }),
        builds: [someBuild(1, 'True', { metadata: { deletionTimestamp: '2026-02-01T00:00:00Z' } }), someBuild(2)],
      }),
      expected: 'UpToDate',
      differences: ['image-terminating-builds'],
    },
    {
      name: 'a cache together with another change',
      world: someWorld({ image: someImage({ ...VOLUME, ...env('17') }) }),
      expected: 'CONFIG',
      differences: ['image-new-cache-at-once'],
    },
    {
      name: 'a process that died after it had created a Build',
      world: someWorld({ builds: [someBuild(1), someBuild(2, 'none')] }),
      expected: 'BuildRunning',
      differences: ['image-status-from-builds'],
    },
    {
      name: 'a last Build with a wrong run image',
      world: someWorld({ builds: [someBuild(1, 'True', { status: { stack: { runImage: 'Not an image' } } })] }),
      expected: 'InvalidRunImage',
      differences: ['image-unreadable-run-image'],
    },
    {
      name: 'a commit after a last Build with a wrong run image',
      world: someWorld({
        builds: [someBuild(1, 'True', { status: { stack: { runImage: '' } } })],
        sourceResolver: someResolver(MOVED),
      }),
      expected: 'COMMIT',
      differences: ['image-unreadable-run-image'],
    },
    {
      name: 'a builder with a wrong run image',
      world: someWorld({
        clusterBuilder: someBuilder({ stack: { id: 'some', runImage: 'Not an image' } }),
        sourceResolver: someResolver(MOVED),
      }),
      expected: 'InvalidRunImage',
      differences: ['image-unreadable-run-image'],
    },
    {
      name: 'a claim with the name of the cache',
      world: someWorld({ claim: someClaim('1Gi', { ownerReferences: [] as never }) }),
      expected: 'UpToDate',
      differences: ['image-claim-of-its-own'],
    },
    {
      name: 'a Build while the claim is being deleted',
      world: someWorld({
        image: someImage({ ...VOLUME, ...env('17') }, {}, { buildCacheName: 'web-cache' }),
        claim: someClaim('2Gi', { deletionTimestamp: '2026-02-01T00:00:00Z' }),
      }),
      expected: 'CONFIG',
      differences: ['image-terminating-claim'],
    },
    {
      name: 'a claim to shrink',
      world: someWorld({ image: someImage(VOLUME), claim: someClaim('4Gi', {}, { storageClassName: 'fast' }) }),
      expected: 'UpToDate',
      differences: ['image-claim-that-cannot-change'],
    },
    {
      name: 'a claim of another storage class',
      world: someWorld({
        image: someImage({ cache: { volume: { size: '2Gi', storageClassName: 'fast' } } }),
        claim: someClaim('2Gi', {}, { storageClassName: 'slow' }),
      }),
      expected: 'UpToDate',
      differences: ['image-claim-that-cannot-change'],
    },
    {
      name: 'a builder that changed after a failed Build',
      world: someWorld({
        builds: [someBuild(1), someBuild(2, 'False')],
        clusterBuilder: someBuilder({ latestImage: NEW_BUILDER_IMAGE }),
        priorityClasses: true,
      }),
      expected: 'BUILDPACK',
      differences: ['image-builder-after-failure'],
    },
    {
      name: 'a commit and a builder that changed after a failed Build',
      world: someWorld({
        builds: [someBuild(1, 'False', { annotations: { [TRIGGER]: 'x' } })],
        clusterBuilder: someBuilder({ latestImage: NEW_BUILDER_IMAGE, stack: { runImage: RUN_IMAGE } }),
        sourceResolver: someResolver(MOVED),
        priorityClasses: true,
      }),
      expected: 'TRIGGER,COMMIT,BUILDPACK',
      differences: ['image-builder-after-failure'],
    },
    {
      name: 'an Image with a trigger',
      world: someWorld({
        image: someImage(env('17'), { annotations: { [TRIGGER]: 'x' } }),
        builds: [
          someBuild(1, 'True', { spec: { source: { git: { url: 'https://git.example/web', revision: OLD_COMMIT } } } }),
        ],
      }),
      expected: 'CONFIG',
      differences: ['image-trigger-not-inherited'],
    },
    {
      name: 'several Builds too many',
      world: someWorld({ image: someImage({ successBuildHistoryLimit: 1 }), builds: many(4, 'True') }),
      expected: 'UpToDate',
      differences: ['image-limits-at-once'],
    },
  ];
}
