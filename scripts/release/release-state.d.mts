/** The state of the work tree that a release depends on. */
export interface ReleaseState {
  readonly packageVersion: string;
  readonly programVersion: string;
  readonly isReleased: boolean;
  readonly changelog: string;
  readonly commit: string;
  readonly tags: readonly string[];
  readonly changes: readonly string[];
}

export function readState(): ReleaseState;
export function cloneOf(state: ReleaseState): {
  readonly commit: string;
  readonly repository: string;
  readonly node: string;
};
export function versionProblems(version: string, state: ReleaseState): readonly string[];
export function stateProblems(version: string, state: ReleaseState): readonly string[];
