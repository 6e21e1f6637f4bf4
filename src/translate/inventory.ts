import type { ApiObject } from '../api/read-objects.ts';
import { pinnedTo } from '../model/image-reference.ts';
import { fieldError, formatLocation, type Problem } from '../model/problem.ts';
import type { Namespace } from '../resolver/world.ts';
import { imageKey } from './image-key.ts';
import { nameObject } from './object-name.ts';

/** The input's objects by what names them. */
export interface Inventory {
  get(kind: string, namespace: Namespace, name: string): ApiObject | undefined;
  facts(image: string): ApiObject | undefined;
  all(): Iterable<ApiObject>;
}

/** Sorts the objects; two that claim one name are an error. */
export function takeInventory(objects: readonly ApiObject[]): {
  readonly inventory: Inventory;
  readonly problems: readonly Problem[];
} {
  const byKey = new Map<string, ApiObject>();
  const byDigest = new Map<string, ApiObject>();
  const problems: Problem[] = [];
  for (const object of objects) {
    const key = keyOf(object);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, object);
    else problems.push(duplicate(object, first));
    for (const digest of digestKeys(object)) byDigest.set(digest, object);
  }
  const inventory: Inventory = {
    get: (kind, namespace, name) => byKey.get(objectKey(kind, namespace, name)),
    facts: (image) => byKey.get(factsKey(image)) ?? byDigest.get(factsKey(image)),
    all: () => byKey.values(),
  };
  return { inventory, problems };
}

function keyOf(object: ApiObject): string {
  if (object.kind === 'ImageFacts') return factsKey(object.value.image);
  const { apiVersion, kind, namespace, name } = nameObject(object);
  return objectKey(object.kind === 'Other' ? `${apiVersion}/${kind}` : kind, namespace, name);
}

/** Facts are of digests too: who names the image by one means the same. */
function digestKeys(object: ApiObject): readonly string[] {
  if (object.kind !== 'ImageFacts') return [];
  const { image, digest, indexDigest } = object.value;
  return [digest, indexDigest].flatMap((known) => (known === undefined ? [] : [factsKey(pinnedTo(image, known))]));
}

/** Kinds of kpack's that live in no namespace, whatever their documents say. */
const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'ClusterBuilder',
  'ClusterBuildpack',
  'ClusterStore',
  'ClusterStack',
  'ClusterLifecycle',
]);

function objectKey(kind: string, namespace: Namespace, name: string): string {
  return `${kind}/${CLUSTER_SCOPED.has(kind) ? '' : (namespace ?? '')}/${name}`;
}

/** Facts are of an image, whatever the spelling of its name. */
function factsKey(image: string): string {
  return objectKey('ImageFacts', undefined, imageKey(image));
}

function duplicate(object: ApiObject, first: ApiObject): Problem {
  const place = first.locate([]);
  const { kind, name } = nameObject(object);
  const before = place === undefined ? 'before' : `at ${formatLocation(place)}`;
  const problem = fieldError([], `${kind} "${name}" is there twice: it stands ${before} already`);
  const location = object.locate([]);
  return { ...problem, ...(location !== undefined && { location }) };
}
