import type { JsonObject } from '../../src/model/json.ts';

/** A volume in Kubernetes' shape (core/v1 Volume), which Tekton uses too. */
export interface Volume extends JsonObject {
  readonly name: string;
}

/** A mount in Kubernetes' shape (core/v1 VolumeMount). */
export interface VolumeMount extends JsonObject {
  readonly name: string;
  readonly mountPath: string;
}

/** The names and paths are kpack's, because tools that read its Pods rely on them (kpack, build_pod.go). */
export const LAYERS = mount('layers-dir', '/layers');
export const PROJECT_METADATA = mount('layers-dir', '/projectMetadata');
export const WORKSPACE = mount('workspace-dir', '/workspace');
export const PLATFORM = mount('platform-dir', '/platform');
export const REPORT = mount('report-dir', '/var/report');
export const CACHE = mount('cache-dir', '/cache');

/** Holds the registry credentials that prepare writes. Phases that run buildpacks never mount this volume. */
export const HOME = mount('home-dir', '/builder/home');

export const REPORT_FILE = `${REPORT.mountPath}/report.toml`;
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

export function readOnlyMount(name: string, mountPath: string): VolumeMount {
  return { name, mountPath, readOnly: true };
}
