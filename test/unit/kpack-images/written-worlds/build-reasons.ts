import {
  NEW_RUN_IMAGE,
  OLD_COMMIT,
  someBuild,
  someBuilder,
  someImage,
  someResolver,
  someWorld,
} from '../some-world.ts';
import { TRIGGER, MOVED, env, type WrittenWorld } from './written-world.ts';

/** Worlds that differ from the last Build, and worlds that seem to. */
export const BUILD_REASONS: readonly WrittenWorld[] = [
  { name: 'nothing changed', world: someWorld(), expected: 'UpToDate' },
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
    name: 'other labels',
    world: someWorld({ image: someImage({}, { labels: { team: 'shop' } }) }),
    expected: 'UpToDate',
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
];
