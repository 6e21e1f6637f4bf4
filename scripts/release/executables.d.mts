import type { ReleaseNode } from '../images/node-binaries.mjs';

interface Platform {
  readonly architecture: string;
  readonly node: ReleaseNode;
  readonly command: readonly string[];
}

export function buildExecutables(
  version: string,
  platforms: readonly Platform[],
): Promise<{ readonly executables: readonly { readonly architecture: string; readonly archive: Buffer }[] }>;
