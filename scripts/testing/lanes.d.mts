import type { Suite, SuiteCounts } from './suites.mjs';
import type { startTimes } from './times.mjs';

/** A suite that begins only when the earlier suites that `after` names have ended. */
export interface LaneSuite extends Suite {
  readonly after?: readonly string[] | undefined;
}

export function runLanes(
  suites: readonly LaneSuite[],
  options: { readonly lanes: number; readonly record?: ReturnType<typeof startTimes> },
): Promise<readonly (SuiteCounts & { readonly name: string })[]>;
