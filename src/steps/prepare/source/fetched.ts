import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'smol-toml';

/** The fetched source, with the fields of kpack's `project-metadata.toml` (pkg/git, pkg/blob, pkg/registry). */
export type Fetched =
  | {
      readonly type: 'git';
      readonly metadata: { readonly repository: string; readonly revision: string };
      readonly version: { readonly commit: string };
      /** The committer date in seconds since 1970. `project-metadata.toml` does not contain it. */
      readonly committerDate?: string;
    }
  | {
      readonly type: 'blob';
      readonly metadata: { readonly url: string };
      readonly version: { readonly sha256sum: string };
    }
  | {
      readonly type: 'image';
      readonly metadata: { readonly image: string };
      readonly version: { readonly digest: string };
    }
  /** The origin is unknown. */
  | { readonly type: 'directory' };

/** Writes `project-metadata.toml`, which the lifecycle copies to a label of the image. */
export async function writeProjectMetadata(directory: string, source: Fetched): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'project-metadata.toml'), stringify(projectMetadata(source)));
}

function projectMetadata(source: Fetched): object {
  if (source.type === 'directory') return {};
  const { type, metadata, version } = source;
  return { source: { type, metadata, version } };
}
