import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Phase } from './phase.ts';
import type { VolumeMount } from './volumes.ts';

const HASH_LENGTH = 32;

/**
 * Returns the directory below which a phase finds the waiter, the tokens and the marks. It is the root, except in phases that run
 * an untrusted builder image.
 */
export function orderDirectory(
  { builder }: Pick<ResolvedBuild, 'builder'>,
  { trusted }: Pick<Phase, 'trusted'>,
): string {
  return trusted || builder.lifecycle === undefined ? '' : imageDirectory(builder.image);
}

/**
 * Returns a directory that an image with a digest cannot contain.
 *
 * The container runtime follows links of an image when it mounts a volume. So a link at a mount path leads the volume to another
 * place, such as a directory of the application, which another container can replace later. The path therefore contains a hash of
 * the image's digest: an image cannot contain a hash of its own digest, so no image has a link at this path.
 */
export function imageDirectory(image: string): string {
  return `/taskpack-${sha256(image).slice(0, HASH_LENGTH)}`;
}

/** Returns a mount of the same volume at the same path below a directory. */
export function below(directory: string, volumeMount: VolumeMount): VolumeMount {
  return { ...volumeMount, mountPath: directory + volumeMount.mountPath };
}

/** Loads node:crypto only if a Build needs it, because loading takes as long as translating a Build. */
function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}
