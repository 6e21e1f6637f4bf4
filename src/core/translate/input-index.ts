import type { ApiObject } from '../api/read-objects.ts';
import { lookup } from '../api/reading/lookup.ts';
import { pinnedTo } from '../model/image-reference.ts';
import { nodeArchitecture } from '../model/node-architecture.ts';
import { fieldError, fieldWarning, formatLocation, type Problem } from '../model/problem.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import { imageKey } from './images-without-facts.ts';
import { located } from './located.ts';
import { nameObject } from './object-name.ts';

type FactsObject = Extract<ApiObject, { readonly kind: 'ImageFacts' }>;

/** The objects of the input, by name. */
export interface InputIndex {
  get(kind: string, namespace: Namespace, name: string): ApiObject | undefined;
  /** Returns the facts of an image, or of the image of an index for this architecture. */
  facts(image: string, architecture?: string): FactsObject | undefined;
  /** The architecture of lookups of facts that name none. */
  readonly architecture: string | undefined;
  all(): Iterable<ApiObject>;
}

/**
 * Indexes the objects. Two objects with the same name are an error. For other kinds they are a warning
 * if their contents differ and taskpack may read them. Equal ImageFacts are fine, because "taskpack inspect" can append them to a file again.
 * `architecture` is the default for lookups of facts that name no architecture.
 */
export function indexObjects(
  objects: readonly ApiObject[],
  architecture?: string,
): {
  readonly inputIndex: InputIndex;
  readonly problems: readonly Problem[];
} {
  const byKey = new Map<string, ApiObject>();
  const byImage = new Map<string, readonly FactsObject[]>();
  const problems: Problem[] = [];
  for (const object of objects) {
    const key = keyOf(object);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, object);
    // The API server generates the name of such an object.
    else if (isNameGenerated(object)) byKey.set(`${key}/${byKey.size}`, object);
    else problems.push(...duplicate(object, first));
    if (object.kind !== 'ImageFacts') continue;
    for (const image of namesOf(object)) byImage.set(image, [...(byImage.get(image) ?? []), object]);
  }
  const inputIndex: InputIndex = {
    get: (kind, namespace, name) => byKey.get(objectKey(kind, namespace, name)),
    facts: (image, wanted = architecture) => {
      const key = imageKey(image);
      const all = byImage.get(key) ?? [];
      // Facts about the same digest under another name come second.
      const named = all.filter(({ value }) => imageKey(value.image) === key);
      return selectFacts(named, wanted) ?? selectFacts(all, wanted);
    },
    architecture,
    all: () => byKey.values(),
  };
  return { inputIndex, problems };
}

function keyOf(object: ApiObject): string {
  if (object.kind === 'ImageFacts')
    return `ImageFacts/${architectureOf(object) ?? 'amd64'}/${imageKey(object.value.image)}`;
  const { apiVersion, kind, namespace, name } = nameObject(object);
  return objectKey(object.kind === 'Other' ? `${apiVersion}/${kind}` : kind, namespace, name);
}

/** Returns the keys of the references to an image: the one in its facts, and those by digest. */
function namesOf({ value: { image, digest, indexDigest } }: FactsObject): ReadonlySet<string> {
  const pinned = [digest, indexDigest].flatMap((known) => (known === undefined ? [] : [pinnedTo(image, known)]));
  return new Set([image, ...pinned].map(imageKey));
}

/**
 * Selects the facts about the image of an index for an architecture, or the facts about a single image, whose architecture the resolver
 * checks. Without a wanted architecture, prefers amd64, which the command reads from registries. Of facts about one
 * digest, prefers the last: users append the output of "taskpack inspect" to a file.
 */
function selectFacts(all: readonly FactsObject[], architecture: string | undefined): FactsObject | undefined {
  const ofArchitecture = all.findLast((facts) => architectureOf(facts) === (architecture ?? 'amd64'));
  if (architecture === undefined) return ofArchitecture ?? all.at(-1);
  const isOfAny = (facts: FactsObject): boolean =>
    facts.value.indexDigest === undefined || architectureOf(facts) === undefined;
  return ofArchitecture ?? all.findLast(isOfAny);
}

function architectureOf({ value }: FactsObject): string | undefined {
  return nodeArchitecture(value.platform?.architecture);
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
