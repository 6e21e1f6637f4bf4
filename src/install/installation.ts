import namespace from '../../config/100-namespace.yaml';
import rbac from '../../config/200-rbac.yaml';
import deprecatedFields from '../../config/310-deprecated-fields.yaml';
import priorityClasses from '../../config/320-priority-classes.yaml';
import settings from '../../config/400-settings.yaml';
import controller from '../../config/500-controller.yaml';
import { crdManifests } from '../core/api/crds/manifests.ts';
import type { TaskpackImages } from '../core/model/build-policy.ts';
import { isJsonObject, type JsonObject } from '../core/model/json.ts';
import { parseYaml } from '../core/yaml/parse-yaml.ts';

/** Returns all objects of an installation in apply order: the files in `config/` in the order of their names. */
export function installation(images: TaskpackImages): readonly JsonObject[] {
  return [
    ...[namespace, rbac].flatMap(manifestsIn),
    ...definitions(),
    ...[deprecatedFields, priorityClasses].flatMap(manifestsIn),
    ...[settings, controller].flatMap(manifestsIn).map((manifest) => withImages(manifest, images)),
  ];
}

/** Returns the objects of a file in `config/`. */
export function manifestsIn(text: string): readonly JsonObject[] {
  return parseYaml(text, 'config').documents.map(({ value }) => asJson(value));
}

function definitions(): readonly JsonObject[] {
  return Object.entries(crdManifests())
    .filter(([file]) => file.startsWith('300-crds/'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, manifest]) => asJson(manifest));
}

/** An image in `config/`, such as `taskpack/steps:0.1.0`. */
const IMAGE = /^taskpack\/(steps|entrypoint):/;

function withImages(manifest: JsonObject, images: TaskpackImages): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(manifest), (_key, value: unknown) => {
    const [, name] = (typeof value === 'string' && IMAGE.exec(value)) || [];
    return name === 'steps' || name === 'entrypoint' ? images[name] : value;
  });
  return asJson(copy);
}

function asJson(manifest: unknown): JsonObject {
  if (!isJsonObject(manifest)) throw new TypeError('expected a manifest to be an object');
  return manifest;
}
