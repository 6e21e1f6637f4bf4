import { crdManifests } from '../../api/crds/manifests.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { controllerManifests } from './controller.ts';
import { deprecatedFieldsManifests } from './deprecated-fields.ts';
import type { InstalledImages, Manifest } from './manifest.ts';
import { namespaceManifest } from './namespace.ts';
import { rbacManifests } from './rbac.ts';
import { settingsManifest } from './settings.ts';

/** What is installed beside the definitions, by file below `config/`; the names are in apply order. */
export function installationFiles(images: InstalledImages): Readonly<Record<string, readonly Manifest[]>> {
  return {
    '100-namespace.yaml': [namespaceManifest()],
    '200-rbac.yaml': rbacManifests(),
    '310-deprecated-fields.yaml': deprecatedFieldsManifests(),
    '400-settings.yaml': [settingsManifest(images)],
    '500-controller.yaml': controllerManifests(images),
  };
}

/** All that is installed, in apply order. */
export function installation(images: InstalledImages): readonly JsonObject[] {
  const definitions = Object.entries(crdManifests()).filter(([file]) => file.startsWith('300-crds/'));
  const files: readonly (readonly [string, readonly object[]])[] = [
    ...Object.entries(installationFiles(images)),
    ...definitions.map(([file, manifest]) => [file, [manifest]] as const),
  ];
  return files
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, manifests]) => manifests)
    .map(asJson);
}

/** Definitions are JSON, which their type does not say. */
function asJson(manifest: object): JsonObject {
  if (!isJsonObject(manifest)) throw new TypeError('a manifest is an object');
  return manifest;
}
