import { crdManifests } from '../api/crds/manifests.ts';
import type { TaskpackImages } from '../model/build-policy.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { controllerManifests, namespaceManifest, settingsManifest } from './controller.ts';
import { deprecatedFieldsManifests } from './deprecated-fields.ts';
import type { Manifest } from './manifest.ts';
import { buildPriorityClasses } from './priority-classes.ts';
import { rbacManifests } from './rbac.ts';

/** Returns all objects except the CustomResourceDefinitions, by their file in `config/`. The names sort in apply order. */
export function installationFiles(images: TaskpackImages): Readonly<Record<string, readonly Manifest[]>> {
  return {
    '100-namespace.yaml': [namespaceManifest()],
    '200-rbac.yaml': rbacManifests(),
    '310-deprecated-fields.yaml': deprecatedFieldsManifests(),
    '320-priority-classes.yaml': buildPriorityClasses(),
    '400-settings.yaml': [settingsManifest(images)],
    '500-controller.yaml': controllerManifests(images),
  };
}

/** Returns all objects of an installation in apply order. */
export function installation(images: TaskpackImages): readonly JsonObject[] {
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

/** The type of a CustomResourceDefinition does not say that it is JSON. */
function asJson(manifest: object): JsonObject {
  if (!isJsonObject(manifest)) throw new TypeError('expected a manifest to be an object');
  return manifest;
}
