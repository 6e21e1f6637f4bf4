import type { Suite, SuiteCounts } from './suites.mjs';

/** A suite that begins only when the earlier suites that `after` names have ended. */
export interface LaneSuite extends Suite {
  readonly after?: readonly string[] | undefined;
}

export function runLanes(
  suites: readonly LaneSuite[],
  options: { readonly lanes: number },
): Promise<readonly (SuiteCounts & { readonly name: string })[]>;
