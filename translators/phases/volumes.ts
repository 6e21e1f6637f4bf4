import type { JsonObject } from '../../src/core/model/json.ts';

/** A volume in Kubernetes' shape (core/v1 Volume), which Tekton uses too. */
export interface Volume extends JsonObject {
  readonly name: string;
}

/** A mount in Kubernetes' shape (core/v1 VolumeMount). */
export interface VolumeMount extends JsonObject {
  readonly name: string;
  readonly mountPath: string;
}

/**
 * The names and paths are kpack's, because tools that read its Pods rely on them (kpack, build_pod.go). The exporter writes
 * the mode and owner of `/layers` and `/workspace` into layers, so these are whole emptyDirs.
 */
export const LAYERS = mount('layers-dir', '/layers');
export const WORKSPACE = mount('workspace-dir', '/workspace');
export const PLATFORM = mount('platform-dir', '/platform');
export const REPORT = mount('report-dir', '/var/report');
export const CACHE = mount('cache-dir', '/cache');

/**
 * Holds the docker config that prepare writes. Phases that run buildpacks never mount this volume. No other phase writes to
 * the volume, so no restored layer can replace the login. No directory in the volume stands beside a TOML file of the same
 * name, so the exporter cannot take a directory in it for a layer.
 */
export const CREDENTIALS = mount('credentials-dir', '/var/credentials');

/** Holds `analyzed.toml`, which names the images that the exporter reuses layers of. Buildpacks never write to this volume. */
export const ANALYZED = mount('analyzed-dir', '/var/analyzed');

/** Holds the result of detect: `group.toml`, `plan.toml` and what image extensions write. */
export const DETECTED = mount('detected-dir', '/var/detected');

/** Holds the origin of the source, which becomes a label of the image. Buildpacks never mount this volume. */
export const PROJECT_METADATA = mount('project-metadata-dir', '/projectMetadata');

/** Holds the program that checks files before phases (export-guard). prepare copies it there, because the builder image has no such program. */
export const PROGRAMS = mount('programs-dir', '/var/taskpack');

/** Holds the waiter, which the builder image does not contain. The volume has kpack's name, which holds kpack's waiter too. */
export const WAITER_DIRECTORY = mount('build-wait-dir', '/buildWait/bin');

/** The path of the copied waiter (fallback-entrypoint). */
export const WAITER_COPY = `${WAITER_DIRECTORY.mountPath}/taskpack-entrypoint`;

export const EXPORT_GUARD = `${PROGRAMS.mountPath}/taskpack-export`;
export const ANALYZED_FILE = `${ANALYZED.mountPath}/analyzed.toml`;
/** The copy of `analyzed.toml` that the detector changes if it runs image extensions. */
export const DETECTED_ANALYZED_FILE = `${DETECTED.mountPath}/analyzed.toml`;
/** The output of image extensions (buildpacks/spec, platform.md 0.13, `<generated>`). */
export const GENERATED_PATH = `${DETECTED.mountPath}/generated`;
/** The extender's directory (buildpacks/spec, platform.md 0.13, `/kaniko`): the build image's config, and the layers of Dockerfiles. */
export const KANIKO = mount('kaniko-dir', '/kaniko');
export const GROUP_FILE = `${DETECTED.mountPath}/group.toml`;
export const PLAN_FILE = `${DETECTED.mountPath}/plan.toml`;
export const PROJECT_METADATA_FILE = `${PROJECT_METADATA.mountPath}/project-metadata.toml`;
export const REPORT_FILE = `${REPORT.mountPath}/report.toml`;
/** Only prepare can write to the platform directory: all phases that run buildpacks mount it read-only. */
export const SYSTEM_FILE = `${PLATFORM.mountPath}/system.toml`;
export const BINDINGS_PATH = `${PLATFORM.mountPath}/bindings`;

export function emptyDirVolume(name: string): Volume {
  return { name, emptyDir: {} };
}

export function secretVolume(name: string, secretName: string): Volume {
  return { name, secret: { secretName } };
}

export function configMapVolume(name: string, configMap: string): Volume {
  return { name, configMap: { name: configMap } };
}

export function claimVolume(name: string, claimName: string): Volume {
  return { name, persistentVolumeClaim: { claimName } };
}

/** Returns a downward API volume. Each of its files shows one annotation of the Pod. */
export function annotationVolume(name: string, files: readonly { path: string; annotation: string }[]): Volume {
  const items = files.map(({ path, annotation }) => ({
    path,
    fieldRef: { fieldPath: `metadata.annotations['${annotation}']` },
  }));
  return { name, downwardAPI: { items } };
}

export function mount(name: string, mountPath: string): VolumeMount {
  return { name, mountPath };
}

/** Returns the mount of a volume for a phase that only reads it. */
export function readOnly({ name, mountPath }: VolumeMount): VolumeMount {
  return readOnlyMount(name, mountPath);
}

export function readOnlyMount(name: string, mountPath: string): VolumeMount {
  return { name, mountPath, readOnly: true };
}
