/** A Node, with its licence. */
export interface ReleaseNode {
  readonly version: string;
  readonly file: string;
  readonly licence: string;
}

export function releaseNode(architecture: string): ReleaseNode;
