import { CONDITION_DIFFERENCES } from './conditions.ts';
import type { Difference } from './difference.ts';
import { POD_DIFFERENCES } from './pods.ts';
import { RESULT_DIFFERENCES } from './results.ts';

/** All intended differences, in the order in which they are removed: differences in the observed Pod first. */
export const DIFFERENCES: readonly Difference[] = [...POD_DIFFERENCES, ...RESULT_DIFFERENCES, ...CONDITION_DIFFERENCES];
