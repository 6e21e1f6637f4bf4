import { comparePlatformApis, FIRST_RUN_TOML_API, type PlatformApi } from '../../src/core/model/platform-api.ts';
import { RUN_FILE, STACK_FILE, type RunImages } from '../../src/core/model/run-images.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { emptyDirVolume, mount, readOnlyMount, type Volume, type VolumeMount } from './volumes.ts';

/** prepare writes stack.toml and run.toml there, because a lifecycle image has neither, and some builders have no run.toml. */
const RUN_IMAGES = mount('run-images-dir', '/var/run-images');

/** The volume that only a workload with a lifecycle image has. */
export const LIFECYCLE_TMP_VOLUME = 'lifecycle-tmp-dir';

/** The exporter writes layers into `/tmp`, which a lifecycle image may lack or own as root. */
const TMP = mount(LIFECYCLE_TMP_VOLUME, '/tmp');

/** The first version whose restorer reads run.toml (lifecycle, cmd/lifecycle/restorer.go). */
const FIRST_RESTORE_RUN_API: PlatformApi = '0.14';

/** Returns the image of the phases that have registry credentials and run no buildpack. */
export function credentialPhaseImage({ builder }: ResolvedBuild): string {
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
export function exportRunImageArgs({ builder }: ResolvedBuild): readonly string[] {
  const { platformApi } = builder;
  if (writtenRunImages(builder) === undefined) return [];
  return isBefore(platformApi, FIRST_RUN_TOML_API)
    ? [`-stack=${RUN_IMAGES.mountPath}/${STACK_FILE}`]
    : [`-run=${RUN_IMAGES.mountPath}/${RUN_FILE}`];
}

/** Returns the restorer's argument for the run images, which it reads since Platform API 0.14. */
export function restoreRunImageArgs({ builder }: ResolvedBuild): readonly string[] {
  if (writtenRunImages(builder) === undefined || isBefore(builder.platformApi, FIRST_RESTORE_RUN_API)) return [];
  return [`-run=${RUN_IMAGES.mountPath}/${RUN_FILE}`];
}

/** Returns the mounts of every phase in a lifecycle image. */
export function lifecycleMounts({ builder }: ResolvedBuild): readonly VolumeMount[] {
  return builder.lifecycle === undefined ? [] : [TMP];
}

/** Returns the mounts of the phases that read stack.toml or run.toml. */
export function runImageMounts({ builder }: ResolvedBuild): readonly VolumeMount[] {
  return writtenRunImages(builder) === undefined ? [] : [readOnlyMount(RUN_IMAGES.name, RUN_IMAGES.mountPath)];
}

/** Returns prepare's mount, in which it writes stack.toml and run.toml. */
export function runImageWriteMounts({ builder, operation }: ResolvedBuild): readonly VolumeMount[] {
  return writtenRunImages(builder) === undefined || operation.kind === 'rebase' ? [] : [RUN_IMAGES];
}

/** Returns the volumes of a lifecycle image and of the written files. A rebase reads neither stack.toml nor run.toml. */
export function lifecycleVolumes(build: ResolvedBuild): readonly Volume[] {
  return [...lifecycleMounts(build), ...runImageWriteMounts(build)].map(({ name }) => emptyDirVolume(name));
}

/** Returns the run images for which prepare writes stack.toml and run.toml. */
export function writtenRunImages({ lifecycle, runImages }: ResolvedBuild['builder']): RunImages | undefined {
  return lifecycle?.runImages ?? runImages;
}

function isBefore(a: PlatformApi, b: PlatformApi): boolean {
  return comparePlatformApis(a.replace('v', ''), b) < 0;
}
