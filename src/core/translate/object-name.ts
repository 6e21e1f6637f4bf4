import type { ApiObject } from '../api/read-objects.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import { isJsonObject } from '../model/json.ts';
import { json, text } from '../model/objects/reader.ts';
import { contentName } from '../model/names.ts';
import { fieldNote, type FieldProblem } from '../model/problem.ts';

/** The fields that identify an object. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: Namespace;
  readonly name: string;
}

export function nameObject(object: ApiObject): ObjectName {
  switch (object.kind) {
    case 'Other':
      return { apiVersion: object.apiVersion, kind: object.kindName, namespace: object.namespace, name: object.name };
    case 'ImageFacts':
      return { apiVersion: object.value.apiVersion, kind: object.kind, namespace: undefined, name: object.value.image };
    case 'Build':
    case 'Image':
    case 'Builder':
    case 'ClusterBuilder':
    case 'Buildpack':
    case 'ClusterBuildpack':
    case 'ClusterStore':
    case 'ClusterStack':
    case 'ClusterLifecycle':
    case 'Secret':
    case 'ServiceAccount':
    case 'Task':
    case 'ClusterTask':
    case 'TaskRun':
    case 'Pipeline':
    case 'PipelineRun':
    case 'PipelineResource': {
      const { apiVersion, metadata } = object.value;
      return { apiVersion, kind: object.kind, namespace: metadata.namespace, name: metadata.name ?? '' };
    }
  }
}

/**
 * Gives objects with only a `generateName` a name, because `kubectl apply` needs one. The names depend on the specs, and
 * equal objects get different names.
 */
export function withNames(objects: readonly ApiObject[]): readonly ApiObject[] {
  const counts = new Map<string, number>();
  return objects.map((object) => {
    if (!isGenerated(object)) return object;
    const { metadata, spec } = object.value;
    // The order of keys does not change the content.
    const content = JSON.stringify(spec, (_, inner: unknown) =>
      isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
    );
    const key = JSON.stringify([object.kind, metadata.namespace, metadata.generateName, content]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return renamed(object, contentName(metadata.generateName ?? '', count === 0 ? content : `${content} ${count}`));
  });
}

type Generated = Extract<ApiObject, { kind: 'Build' | 'Image' | 'TaskRun' | 'PipelineRun' }>;

function isGenerated(object: ApiObject): object is Generated {
  const mayBeGenerated = ['Build', 'Image', 'TaskRun', 'PipelineRun'].includes(object.kind);
  return mayBeGenerated && 'isNameGenerated' in object && object.isNameGenerated;
}

function renamed<Renamed extends Generated>(object: Renamed, name: string): Renamed {
  const { value } = object;
  return { ...object, value: { ...value, metadata: { ...value.metadata, name } } };
}

/** Notes that an object with only a `generateName` has a name in the output. */
export function generatedNameNote(object: Generated): readonly FieldProblem[] {
  if (object.isNameGenerated !== true) return [];
  const name = JSON.stringify(object.value.metadata.name);
  const named = {
    Build: `the Build is printed with the name ${name}`,
    Image: `the name of the Image's Build begins with ${name}`,
    TaskRun: `the run is printed with the name ${name}`,
    PipelineRun: `the run is printed with the name ${name}`,
  }[object.kind];
  const message = `${named}, because kubectl apply needs a name; to run it again, change the name`;
  return [fieldNote(['metadata', 'generateName'], message)];
}

/** Returns the name of an object of another kind. Runs often have only a `generateName`. */
export function shownName({ name, value }: Extract<ApiObject, { kind: 'Other' }>): string {
  return name === '' ? (text(json(json(value)['metadata'])['generateName']) ?? '') : name;
}
