import type { JsonObject } from '../../src/model/json.ts';

/** A volume, in Kubernetes' shape (core/v1 Volume), which Tekton shares. */
export interface Volume extends JsonObject {
  readonly name: string;
}

/** A mount, in Kubernetes' shape (core/v1 VolumeMount). */
export interface VolumeMount extends JsonObject {
  readonly name: string;
  readonly mountPath: string;
}

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

/** A volume of files that each show one annotation of the pod. */
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
