/** Test files that run one after the other on a shared node. */
export interface FilesOnNode {
  readonly name: string;
  readonly files: readonly string[];
  readonly after?: readonly string[];
  /** True for the tests of the test bed itself. */
  readonly testsBed?: boolean;
}

export function suitesOnNode(): readonly FilesOnNode[];

export function filesWithOwnNodes(): readonly string[];
