import type { JsonObject } from '../../../../src/core/model/json.ts';
import { someBuild, someImage, someWorld } from '../some-world.ts';
import type { WrittenWorld } from './written-world.ts';

/** Worlds with more Builds than the history limits allow. */
export const HISTORY_LIMITS: readonly WrittenWorld[] = [
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
    name: 'several Builds too many',
    world: someWorld({ image: someImage({ successBuildHistoryLimit: 1 }), builds: many(4, 'True') }),
    expected: 'UpToDate',
    differences: ['image-limits-at-once'],
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
];

function many(count: number, end: 'True' | 'False', from = 1): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => someBuild(from + index, end));
}
