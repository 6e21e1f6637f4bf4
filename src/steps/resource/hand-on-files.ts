import { downloadArtifact, uploadArtifact } from './bucket/artifacts.ts';
import type { BucketAddress } from './bucket/open-bucket.ts';
import { copyFiles } from './copy-files.ts';
import type { ResourceDependencies } from './dependencies.ts';

/**
 * The files that a task hands on to later tasks: a directory of a workspace, or an object of a bucket. The location is empty if
 * no task hands them on.
 */
export type Artifact = BucketAddress;

/** The files of an output resource of a Task of Tekton before v1. */
export interface CopyRequest {
  /** The directory in which the Task's steps write the files. */
  readonly from: string;
  readonly to: Artifact;
}

/** Copies the files of an output for later tasks. Rejects with `PrepareError`. */
export async function handOnFiles({ from, to }: CopyRequest, dependencies: ResourceDependencies): Promise<void> {
  if (to.location === '') {
    dependencies.log(`Copying nothing from ${from}, because no later task reads the files`);
    return;
  }
  if (isInBucket(to)) await uploadArtifact(from, to, dependencies);
  else await copyFiles(from, to.location, dependencies);
}

/** Copies the files of an earlier task into a directory. Rejects with `PrepareError`. */
export async function takeOverFiles(
  from: Artifact,
  directory: string,
  dependencies: ResourceDependencies,
): Promise<void> {
  if (isInBucket(from)) await downloadArtifact(from, directory, dependencies);
  else await copyFiles(from.location, directory, dependencies);
}

/** Directories of workspaces are absolute paths. */
function isInBucket({ location }: Artifact): boolean {
  return !location.startsWith('/');
}
