import type { JsonObject } from '../model/json.ts';

const OVERLAYS = 'overlays/';

/** The policy for the namespaces of Builds has no namespace of its own, so users apply it to each of them. */
const FOR_OTHER_NAMESPACES: readonly string[] = [`${OVERLAYS}network-policies/builds.yaml`];

/** The definitions in this overlay replace those of the installation, and a Component can only add objects. */
const REPLACEMENTS = `${OVERLAYS}v1alpha3/`;

/** Lets the transformer of images also change the images in the settings. */
const CONFIGURATION_FILE = 'kustomizeconfig.yaml';

/**
 * Returns the files that make `kubectl apply -k` work for the folder of `files`, and for each overlay below it. `files` are the
 * paths of manifests, below `config/`. An overlay is a Component, so that it can be applied alone, or be
 * added to a kustomization that also contains the installation.
 */
export function kustomizationFiles(files: readonly string[]): Readonly<Record<string, JsonObject>> {
  const overlays = new Set(files.filter((file) => file.startsWith(OVERLAYS)).map(folderOf));
  return {
    'kustomization.yaml': installed(files.filter((file) => !file.startsWith(OVERLAYS)).toSorted()),
    [CONFIGURATION_FILE]: { images: ['STEPS_IMAGE', 'ENTRYPOINT_IMAGE'].map(settingField) },
    ...Object.fromEntries(
      [...overlays].map((folder) => [`${folder}kustomization.yaml`, overlay(folder, filesIn(folder, files))]),
    ),
  };
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function filesIn(folder: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => folderOf(file) === folder && !FOR_OTHER_NAMESPACES.includes(file));
}

/** kubectl sorts the objects by kind, and warns if `sortOptions` asks for another order. */
function installed(resources: readonly string[]): JsonObject {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources };
}

function overlay(folder: string, files: readonly string[]): JsonObject {
  const resources = files.map((file) => file.slice(folder.length));
  return folder === REPLACEMENTS
    ? { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources }
    : { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', resources };
}

function settingField(name: string): JsonObject {
  return { kind: 'ConfigMap', path: `data/${name}` };
}
