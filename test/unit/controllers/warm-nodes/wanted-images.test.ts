import { expect } from 'chai';
import type { ClusterBuilder } from '../../../../src/api/kpack/cluster-builder.ts';
import { MAX_IMAGES, wantedImages } from '../../../../src/controllers/warm-nodes/wanted-images.ts';
import { someClusterBuilder } from '../../builders/some-world.ts';
import { IMAGE_SETTINGS, readyBuilder } from './ready-builder.ts';

const LIFECYCLES = ['r.test/lifecycle@sha256:3', 'r.test/lifecycle-arm@sha256:4'];

const CASES: Readonly<Record<string, readonly [builders: readonly ClusterBuilder[], images: readonly string[]]>> = {
  'none but the steps, without builders': [[], []],
  'the builder, the lifecycles of its version and the run image': [
    [readyBuilder('base', 2024)],
    ['r.test/base@sha256:1', ...LIFECYCLES, 'r.test/base-run@sha256:2'],
  ],
  'newer builders first, and equally old ones by name': [
    [readyBuilder('c', 2023), readyBuilder('old', 2020), readyBuilder('b', 2023), readyBuilder('new', 2024)].map(
      (builder) => ({ ...builder, status: { ...builder.status, stack: {}, lifecycle: {} } }),
    ),
    ['r.test/new@sha256:1', 'r.test/b@sha256:1', 'r.test/c@sha256:1', 'r.test/old@sha256:1'],
  ],
  'a shared run image once': [
    [
      readyBuilder('a', 2024, { stack: { runImage: 'r.test/run@sha256:2' } }),
      readyBuilder('b', 2024, { stack: { runImage: 'r.test/run@sha256:2' } }),
    ],
    ['r.test/a@sha256:1', 'r.test/b@sha256:1', ...LIFECYCLES, 'r.test/run@sha256:2'],
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
  'no lifecycle of a version that no builder has': [
    [readyBuilder('base', 2024, { lifecycle: { version: '0.21.0' } })],
    ['r.test/base@sha256:1', 'r.test/base-run@sha256:2'],
  ],
  'the image of a builder whose last update failed': [
    [
      readyBuilder('base', 2024, {
        stack: {},
        lifecycle: {},
        conditions: [{ type: 'UpToDate', status: 'False', reason: 'ReconcileFailed' }],
      }),
    ],
    ['r.test/base@sha256:1'],
  ],
};

describe('wantedImages', () => {
  for (const [what, [builders, images]] of Object.entries(CASES)) {
    it(`wants ${what}`, () => {
      const expected = { images: [IMAGE_SETTINGS.stepsImage, ...images], omitted: 0 };
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
    expect(images).to.include('r.test/b19-run@sha256:2').and.not.include('r.test/b0-run@sha256:2');
  });
});
