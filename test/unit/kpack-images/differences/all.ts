import { BUILD_DIFFERENCES } from './builds.ts';
import { CLAIM_DIFFERENCES } from './claims.ts';
import type { Difference } from './difference.ts';
import { STATUS_DIFFERENCES } from './statuses.ts';
import { WORLD_DIFFERENCES } from './worlds.ts';

/** All intended differences, in the order in which they are removed: differences in the observed world first. */
export const DIFFERENCES: readonly Difference[] = [
  ...WORLD_DIFFERENCES,
  ...CLAIM_DIFFERENCES,
  ...BUILD_DIFFERENCES,
  ...STATUS_DIFFERENCES,
];
