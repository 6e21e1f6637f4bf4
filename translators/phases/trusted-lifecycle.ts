import { comparePlatformApis, FIRST_RUN_TOML_API, type PlatformApi } from '../../src/core/model/platform-api.ts';
import { RUN_FILE, STACK_FILE } from '../../src/core/model/run-images.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { emptyDirVolume, mount, readOnlyMount, type Volume, type VolumeMount } from './volumes.ts';

/** prepare writes stack.toml and run.toml there, because a lifecycle image has neither. */
const RUN_IMAGES = mount('run-images-dir', '/var/run-images');

/** The volume that only a workload with a lifecycle image has. */
export const LIFECYCLE_TMP_VOLUME = 'lifecycle-tmp-dir';

/** The exporter writes layers into `/tmp`, which a lifecycle image may lack or own as root. */
const TMP = mount(LIFECYCLE_TMP_VOLUME, '/tmp');

/** The first version whose restorer reads run.toml (lifecycle, cmd/lifecycle/restorer.go). */
const FIRST_RESTORE_RUN_API: PlatformApi = '0.14';

/** Returns the image of the phases that have registry credentials and run no buildpack. */
export function trustedImage({ builder }: ResolvedBuild): string {
  return builder.lifecycle?.image ?? builder.image;
}

/**
 * Returns the arguments that every phase in a lifecycle image needs. Only a builder image sets `CNB_USER_ID` and
 * `CNB_GROUP_ID`; without them the lifecycle tries to become root.
 */
export function userArgs({ builder: { lifecycle, uid, gid } }: ResolvedBuild): readonly string[] {
  return lifecycle === undefined ? [] : [`-uid=${uid}`, `-gid=${gid}`];
}

/** Returns the exporter's argument for the file whose run image enters the label `io.buildpacks.lifecycle.metadata`. */
export function exportRunImageArgs({ builder: { lifecycle, platformApi } }: ResolvedBuild): readonly string[] {
  if (lifecycle === undefined) return [];
  return isBefore(platformApi, FIRST_RUN_TOML_API)
    ? [`-stack=${RUN_IMAGES.mountPath}/${STACK_FILE}`]
    : [`-run=${RUN_IMAGES.mountPath}/${RUN_FILE}`];
}

/** Returns the restorer's argument for the run images, which it reads since Platform API 0.14. */
export function restoreRunImageArgs({ builder: { lifecycle, platformApi } }: ResolvedBuild): readonly string[] {
  if (lifecycle === undefined || isBefore(platformApi, FIRST_RESTORE_RUN_API)) return [];
  return [`-run=${RUN_IMAGES.mountPath}/${RUN_FILE}`];
}

/** Returns the mounts of every phase in a lifecycle image. */
export function lifecycleMounts({ builder }: ResolvedBuild): readonly VolumeMount[] {
  return builder.lifecycle === undefined ? [] : [TMP];
}

/** Returns the mounts of the phases that read stack.toml or run.toml. */
export function runImageMounts({ builder }: ResolvedBuild): readonly VolumeMount[] {
  return builder.lifecycle === undefined ? [] : [readOnlyMount(RUN_IMAGES.name, RUN_IMAGES.mountPath)];
}

/** Returns prepare's mount, in which it writes stack.toml and run.toml. */
export function runImageWriteMounts({ builder, operation }: ResolvedBuild): readonly VolumeMount[] {
  return builder.lifecycle === undefined || operation.kind === 'rebase' ? [] : [RUN_IMAGES];
}

/** Returns the volumes that only a lifecycle image needs. A rebase reads neither stack.toml nor run.toml. */
export function lifecycleVolumes({ builder, operation }: ResolvedBuild): readonly Volume[] {
  if (builder.lifecycle === undefined) return [];
  return (operation.kind === 'rebase' ? [TMP] : [TMP, RUN_IMAGES]).map(({ name }) => emptyDirVolume(name));
}

function isBefore(a: PlatformApi, b: PlatformApi): boolean {
  return comparePlatformApis(a.replace('v', ''), b) < 0;
}
