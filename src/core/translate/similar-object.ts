import type { ApiObject } from '../api/read-objects.ts';
import { closestMatch } from '../model/closest-match.ts';
import { formatLocation } from '../model/problem.ts';
import type { ObjectReference } from '../resolver/referenced-objects.ts';
import type { InputIndex } from './input-index.ts';
import { nameObject } from './object-name.ts';

/** Each kind of builder, and the kind that its name is easily confused with. */
const OTHER_BUILDER: Readonly<Record<string, string>> = { Builder: 'ClusterBuilder', ClusterBuilder: 'Builder' };

/** Returns the object of the input that a reference without a result may mean, and what to do, as a clause. */
export type SimilarObject = (reference: ObjectReference) => string | undefined;

/** Finds objects of the input with the same name in another namespace or of the other kind, and with a similar name. */
export function similarObjects(inputIndex: Pick<InputIndex, 'all'>): SimilarObject {
  const objectsOf = byKind(inputIndex);
  const known = new Map<string, string | undefined>();
  // Thousands of Builds can refer to one missing object.
  return (reference) => {
    const key = JSON.stringify([reference.kind, reference.namespace, reference.name]);
    if (!known.has(key)) known.set(key, similarTo(reference, objectsOf));
    return known.get(key);
  };
}

type ObjectsOf = (kind: string) => readonly ApiObject[];

function similarTo(reference: ObjectReference, objectsOf: ObjectsOf): string | undefined {
  const other = OTHER_BUILDER[reference.kind];
  const own = objectsOf(reference.kind);
  const others = other === undefined ? [] : usable({ ...reference, kind: other }, objectsOf(other));
  const elsewhere = own.filter((object) => {
    const { namespace, name } = nameObject(object);
    return name === reference.name && namespace !== reference.namespace && reference.kind !== 'ClusterBuilder';
  });
  const found = elsewhere.find((object) => nameObject(object).namespace === undefined) ?? elsewhere[0];
  const ofOtherKind = others.find((object) => nameObject(object).name === reference.name);
  if (ofOtherKind !== undefined) return meant(ofOtherKind, reference);
  if (found !== undefined) return inOtherNamespace(found, reference.namespace);
  const close = closest(reference.name, usable(reference, own)) ?? closest(reference.name, others);
  return close && meant(close, reference);
}

/** Returns the objects that a reference of this kind can name from its namespace. */
function usable({ kind, namespace }: ObjectReference, objects: readonly ApiObject[]): readonly ApiObject[] {
  if (kind === 'ClusterBuilder') return objects;
  return objects.filter((object) => nameObject(object).namespace === namespace);
}

function closest(name: string, objects: readonly ApiObject[]): ApiObject | undefined {
  const names = objects.map((object) => nameObject(object).name);
  const similar = closestMatch(name, names);
  return similar === undefined ? undefined : objects[names.indexOf(similar)];
}

function meant(object: ApiObject, { kind, name }: ObjectReference): string {
  const own = nameObject(object);
  const question = `did you mean the ${describe(object)}?`;
  if (own.kind !== kind) return `${question} Then set kind: ${own.kind}`;
  // Services of one name can belong to several API groups.
  return own.name === name ? `${question} Then set apiVersion: ${own.apiVersion}` : question;
}

function inOtherNamespace(object: ApiObject, wanted: string | undefined): string {
  const { namespace } = nameObject(object);
  const found = `the ${describe(object)}`;
  if (namespace === undefined) {
    return `${found} has no namespace: pass -n ${wanted}, or set its metadata.namespace to ${wanted}`;
  }
  if (wanted === undefined) {
    return `${found} is in namespace ${namespace}, and this object has none: pass -n ${namespace}, or set metadata.namespace here`;
  }
  return `${found} is in namespace ${namespace}, not ${wanted}: set the same metadata.namespace in both`;
}

function describe(object: ApiObject): string {
  const { kind, name } = nameObject(object);
  const place = object.locate([]);
  return `${kind} "${name}"${place === undefined ? '' : ` at ${formatLocation(place)}`}`;
}

/** Returns the objects of a kind, and searches for each kind once. */
function byKind(inputIndex: Pick<InputIndex, 'all'>): ObjectsOf {
  const known = new Map<string, readonly ApiObject[]>();
  return (kind) => {
    const objects = known.get(kind) ?? [...inputIndex.all()].filter((object) => nameObject(object).kind === kind);
    known.set(kind, objects);
    return objects;
  };
}
