import { expect } from 'chai';
import type { ClusterBuilder } from '../../../../src/core/api/kpack/cluster-builder.ts';
import { MAX_IMAGES, wantedImages } from '../../../../src/controller/warm-nodes/wanted-images.ts';
import { someClusterBuilder } from '../../core/builders/some-world.ts';
import { IMAGE_SETTINGS, pinnedImage, readyBuilder } from './ready-builder.ts';

const LIFECYCLES = [pinnedImage('lifecycle', 3), pinnedImage('lifecycle-arm', 4)];

const CASES: Readonly<Record<string, readonly [builders: readonly ClusterBuilder[], images: readonly string[]]>> = {
  'none but the steps, without builders': [[], []],
  'the builder, the lifecycles of its version and the run image': [
    [readyBuilder('base', 2024)],
    [pinnedImage('base', 1), ...LIFECYCLES, pinnedImage('base-run', 2)],
  ],
  'newer builders first, and equally old ones by name': [
    [
      readyBuilder('one-c', 2023),
      readyBuilder('old', 2020),
      readyBuilder('one-b', 2023),
      readyBuilder('new', 2024),
    ].map((builder) => ({ ...builder, status: { ...builder.status, stack: {}, lifecycle: {} } })),
    [pinnedImage('new', 1), pinnedImage('one-b', 1), pinnedImage('one-c', 1), pinnedImage('old', 1)],
  ],
  'a shared run image once': [
    [
      readyBuilder('one', 2024, { stack: { runImage: pinnedImage('run', 2) } }),
      readyBuilder('other', 2024, { stack: { runImage: pinnedImage('run', 2) } }),
    ],
    [pinnedImage('one', 1), pinnedImage('other', 1), ...LIFECYCLES, pinnedImage('run', 2)],
  ],
  'no image of a builder that is not published, is being deleted, or is for Windows': [
    [
      someClusterBuilder(undefined),
      readyBuilder('empty', 2024, { latestImage: '' }),
      readyBuilder('deleted', 2024, {}, { deletionTimestamp: '2024-02-02T00:00:00Z' }),
      readyBuilder('windows', 2024, { os: 'windows' }),
    ],
    [],
  ],
  'no image without a digest, and no reference that is invalid': [
    [
      readyBuilder('tagged', 2024, {
        latestImage: 'r.test/tagged:1',
        stack: { runImage: 'r.test/run' },
        lifecycle: {},
      }),
      readyBuilder('odd', 2024, { latestImage: ` ${pinnedImage('odd', 1)} `, stack: {}, lifecycle: {} }),
    ],
    [],
  ],
  'no lifecycle of a version that no builder has': [
    [readyBuilder('base', 2024, { lifecycle: { version: '0.21.0' } })],
    [pinnedImage('base', 1), pinnedImage('base-run', 2)],
  ],
  'the image of a builder whose last update failed': [
    [
      readyBuilder('base', 2024, {
        stack: {},
        lifecycle: {},
        conditions: [{ type: 'UpToDate', status: 'False', reason: 'ReconcileFailed' }],
      }),
    ],
    [pinnedImage('base', 1)],
  ],
};

describe('wantedImages', () => {
  for (const [what, [builders, images]] of Object.entries(CASES)) {
    it(`wants ${what}`, () => {
      const expected = { images: [IMAGE_SETTINGS.images.steps, ...images], omitted: 0 };
      expect(wantedImages(builders, IMAGE_SETTINGS)).to.deep.equal(expected);
      expect(wantedImages(builders.toReversed(), IMAGE_SETTINGS)).to.deep.equal(expected);
    });
  }

  it('leaves out run images first, and counts what is left out', () => {
    const builders = Array.from({ length: 20 }, (_, index) => readyBuilder(`b${index}`, 2000 + index));
    const { images, omitted } = wantedImages(builders, IMAGE_SETTINGS);
    expect(images).to.have.length(MAX_IMAGES);
    expect(omitted).to.equal(1 + 20 + 2 + 20 - MAX_IMAGES);
    for (const { status } of builders) expect(images).to.include(status?.latestImage);
    expect(images).to.include(pinnedImage('b19-run', 2)).and.not.include(pinnedImage('b0-run', 2));
  });
});
