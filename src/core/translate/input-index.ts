import type { ApiObject } from '../api/read-objects.ts';
import { lookup } from '../api/reading/lookup.ts';
import { pinnedTo } from '../model/image-reference.ts';
import { fieldError, fieldWarning, formatLocation, type Problem } from '../model/problem.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import { imageKey } from './images-without-facts.ts';
import { located } from './located.ts';
import { nameObject } from './object-name.ts';

/** The objects of the input, by name. */
export interface InputIndex {
  get(kind: string, namespace: Namespace, name: string): ApiObject | undefined;
  facts(image: string): ApiObject | undefined;
  all(): Iterable<ApiObject>;
}

/**
 * Indexes the objects. Two objects with the same name are an error. For other kinds they are a warning
 * if their contents differ and taskpack may read them. Equal ImageFacts are fine, because "taskpack inspect" can append them to a file again.
 */
export function indexObjects(objects: readonly ApiObject[]): {
  readonly inputIndex: InputIndex;
  readonly problems: readonly Problem[];
} {
  const byKey = new Map<string, ApiObject>();
  const byDigest = new Map<string, ApiObject>();
  const problems: Problem[] = [];
  for (const object of objects) {
    const key = keyOf(object);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, object);
    // The API server generates the name of such an object.
    else if (isNameGenerated(object)) byKey.set(`${key}/${byKey.size}`, object);
    else problems.push(...duplicate(object, first));
    for (const digest of digestKeys(object)) byDigest.set(digest, object);
  }
  const inputIndex: InputIndex = {
    get: (kind, namespace, name) => byKey.get(objectKey(kind, namespace, name)),
    facts: (image) => byKey.get(factsKey(image)) ?? byDigest.get(factsKey(image)),
    all: () => byKey.values(),
  };
  return { inputIndex, problems };
}

function keyOf(object: ApiObject): string {
  if (object.kind === 'ImageFacts') return factsKey(object.value.image);
  const { apiVersion, kind, namespace, name } = nameObject(object);
  return objectKey(object.kind === 'Other' ? `${apiVersion}/${kind}` : kind, namespace, name);
}

/** Returns the digests of an image's facts as keys, so that a reference by digest finds the facts too. */
function digestKeys(object: ApiObject): readonly string[] {
  if (object.kind !== 'ImageFacts') return [];
  const { image, digest, indexDigest } = object.value;
  return [digest, indexDigest].flatMap((known) => (known === undefined ? [] : [factsKey(pinnedTo(image, known))]));
}

/** The cluster-scoped kinds of kpack and Tekton. A namespace in their documents is ignored. */
const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'ClusterBuilder',
  'ClusterBuildpack',
  'ClusterStore',
  'ClusterStack',
  'ClusterLifecycle',
  'ClusterTask',
]);

function objectKey(kind: string, namespace: Namespace, name: string): string {
  return `${kind}/${CLUSTER_SCOPED.has(kind) ? '' : (namespace ?? '')}/${name}`;
}

function factsKey(image: string): string {
  return objectKey('ImageFacts', undefined, imageKey(image));
}

function isNameGenerated(object: ApiObject): boolean {
  return nameObject(object).name === '' || ('isNameGenerated' in object && object.isNameGenerated);
}

/** True for an object that a Build can bind as a service, for the ConfigMaps of early Tekton, and for objects of Tekton. */
function mayBeRead(object: Extract<ApiObject, { kind: 'Other' }>): boolean {
  const isTekton = /^(?:[a-z]+\.)?tekton\.dev\//.test(object.apiVersion);
  return isTekton || object.kindName === 'ConfigMap' || lookup(object.value, ['status', 'binding']) !== undefined;
}

function duplicate(object: ApiObject, first: ApiObject): readonly Problem[] {
  const place = first.locate([]);
  const { kind, name } = nameObject(object);
  const twice = `${kind} "${name}" is in the input twice`;
  const other = place === undefined ? '' : ` (also at ${formatLocation(place)})`;
  const isEqual = JSON.stringify(object.value) === JSON.stringify(first.value);
  if (object.kind === 'ImageFacts' && isEqual) return [];
  if (object.kind !== 'Other' || first.kind !== 'Other') {
    return [located(fieldError([], `${twice}${other}; remove one of them`), object)];
  }
  if (isEqual || (!mayBeRead(object) && !mayBeRead(first))) return [];
  return [located(fieldWarning([], `${twice} with different content${other}; taskpack reads only the first`), object)];
}
