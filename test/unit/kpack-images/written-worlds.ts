import { BUILD_REASONS } from './written-worlds/build-reasons.ts';
import { BUILDERS_AND_SOURCES } from './written-worlds/builders-and-sources.ts';
import { CLAIMS } from './written-worlds/claims.ts';
import { EARLIER_BUILDS } from './written-worlds/earlier-builds.ts';
import { FIRST_BUILDS } from './written-worlds/first-builds.ts';
import { HISTORY_LIMITS } from './written-worlds/history-limits.ts';
import type { WrittenWorld } from './written-worlds/written-world.ts';

/** Worlds without a difference, and worlds for each difference. */
export const WRITTEN_WORLDS: readonly WrittenWorld[] = [
  ...FIRST_BUILDS,
  ...BUILD_REASONS,
  ...BUILDERS_AND_SOURCES,
  ...EARLIER_BUILDS,
  ...HISTORY_LIMITS,
  ...CLAIMS,
];
