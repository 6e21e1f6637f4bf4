import { CONDITION_DIFFERENCES } from './conditions.ts';
import type { Difference } from './difference.ts';
import { POD_DIFFERENCES } from './pods.ts';
import { RESULT_DIFFERENCES } from './results.ts';

/** Every difference that is meant, in the order in which they are taken away: what is looked at comes first. */
export const DIFFERENCES: readonly Difference[] = [...POD_DIFFERENCES, ...RESULT_DIFFERENCES, ...CONDITION_DIFFERENCES];
