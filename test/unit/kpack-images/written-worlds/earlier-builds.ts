import type { ImageWorld } from '../image-oracle.ts';
import {
  BUILDER_IMAGE,
  OWNER,
  RUN_IMAGE,
  someBuild,
  someBuilder,
  someImage,
  someResolver,
  someWorld,
} from '../some-world.ts';
import { TRIGGER, MOVED, env, type WrittenWorld } from './written-world.ts';

const NEW_BUILDER_IMAGE = BUILDER_IMAGE.replaceAll('c', 'd');

/** Worlds by the states and numbers of earlier Builds. */
export const EARLIER_BUILDS: readonly WrittenWorld[] = [
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
  { name: 'a running Build', world: running('Unknown'), expected: 'BuildRunning' },
  { name: 'a Build without a status', world: running('none'), expected: 'BuildRunning' },
  {
    name: 'an older Build still runs',
    world: someWorld({ builds: [someBuild(1, 'Unknown'), someBuild(2)], image: someImage(env('17')) }),
    expected: 'BuildRunning',
    differences: ['image-one-unfinished-build', 'image-status-from-builds'],
  },
  {
    name: 'a process that died after it had created a Build',
    world: someWorld({ builds: [someBuild(1), someBuild(2, 'none')] }),
    expected: 'BuildRunning',
    differences: ['image-status-from-builds'],
  },
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
    name: 'a running Build without a number',
    world: someWorld({
      builds: [someBuild(1), someBuild(2, 'Unknown', { labels: { 'image.kpack.io/buildNumber': 'two' } })],
    }),
    expected: 'BuildRunning',
    differences: ['image-status-from-builds'],
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
];

function running(end: 'Unknown' | 'none'): ImageWorld {
  const status = {
    latestBuildRef: 'web-build-1',
    latestBuildReason: 'CONFIG',
    latestBuildImageGeneration: 2,
    buildCounter: 1,
  };
  return someWorld({ image: someImage(env('17'), {}, status), builds: [someBuild(1, end)] });
}
