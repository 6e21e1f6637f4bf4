import { BUILD_LABEL } from '../model/build-names.ts';
import type { ApiObject } from '../api/read-objects.ts';
import type { Json } from '../model/json.ts';
import type { Manifest, ManifestName } from '../model/kubernetes-object.ts';
import { asObject } from '../model/objects/object-meta.ts';
import { json } from '../model/objects/reader.ts';
import { fieldError, fieldNote, formatLocation, type FieldProblem, type Problem } from '../model/problem.ts';
import type { InputIndex } from './input-index.ts';
import { located } from './located.ts';
import { nameObject } from './object-name.ts';
import type { TranslatedInput } from './translate-build.ts';

/** An object of the input and its translation. */
export interface TranslatedObject {
  readonly object: ApiObject;
  readonly translation: TranslatedInput;
}

/**
 * Returns an error for each manifest whose name another manifest or object of the input has with other content. Only one of
 * them could exist in a cluster. Equal manifests, such as a ServiceAccount that several Builds share, are fine.
 */
export function conflictingNames(translated: readonly TranslatedObject[], inputIndex: InputIndex): readonly Problem[] {
  const firsts = new Map<string, TranslatedObject>();
  return translated.flatMap((each) =>
    each.translation.ownNames.flatMap((name): readonly Problem[] => {
      const held = heldBy(inputIndex, name);
      if (held !== undefined) return heldWorkload(name, held, each);
      const key = keyOf(name);
      const first = firsts.get(key);
      if (first === undefined) {
        firsts.set(key, each);
        return [];
      }
      return comparison(name, first, each);
    }),
  );
}

function comparison(name: ManifestName, first: TranslatedObject, second: TranslatedObject): readonly Problem[] {
  const [one, other] = [first, second].map((each) => manifestOf(each, keyOf(name)));
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  // The run that a controller has created for the Build, as Tekton's API before v1 shows it.
  const isRun = [first, second].some(({ object }) => object.kind === 'TaskRun');
  const isRunOfBuild = isRun && buildLabelOf(one) !== undefined && buildLabelOf(one) === buildLabelOf(other);
  return isRunOfBuild ? [notPrinted(name, second.object, first.object)] : [conflict(name, first.object, second.object)];
}

/** Translates the object again, because a stream of many Builds would not fit into memory. */
function manifestOf({ translation }: TranslatedObject, key: string): Manifest | undefined {
  return translation.manifests().find((manifest) => keyOf(manifest) === key);
}

/** Returns a predicate that is true for the first manifest of each name, unless the input holds the object already. */
export function onceEach(inputIndex: InputIndex): (manifest: Manifest) => boolean {
  const seen = new Set<string>();
  return (manifest) => {
    const key = keyOf(manifest);
    if (seen.has(key) || heldBy(inputIndex, manifest) !== undefined) return false;
    seen.add(key);
    return true;
  };
}

function keyOf({ apiVersion, kind, metadata }: ManifestName): string {
  return `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

/** Returns the input's object with the name of a manifest. */
function heldBy(inputIndex: InputIndex, { apiVersion, kind, metadata }: ManifestName): ApiObject | undefined {
  // The input holds a Task of Tekton before v1 under the same name and kind. Only the same version counts.
  const known = inputIndex.get(kind, metadata.namespace, metadata.name);
  if (known !== undefined && nameObject(known).apiVersion === apiVersion) return known;
  return inputIndex.get(`${apiVersion}/${kind}`, metadata.namespace, metadata.name);
}

/**
 * Reports a workload that the input holds already. Other objects, such as a cache's claim, are the user's to change, so the
 * input's object counts.
 */
function heldWorkload(name: ManifestName, held: ApiObject, each: TranslatedObject): readonly Problem[] {
  if (name.kind !== 'TaskRun' && name.kind !== 'Pod') return [];
  const { object } = each;
  if (!isWorkloadOf(held, manifestOf(each, keyOf(name)))) return [conflict(name, held, object)];
  return [notPrinted(name, object, held)];
}

function notPrinted({ kind, metadata }: ManifestName, object: ApiObject, held: ApiObject): Problem {
  const message = `the ${kind} ${JSON.stringify(metadata.name)} of ${subject(object)} is not printed, because it is in the input already${placeOf(held)}`;
  return problemOf(object, fieldNote([], message));
}

/** True if the object has kpack's label with the Build's name, such as the workload that a controller has created for the Build. */
function isWorkloadOf({ value }: ApiObject, manifest: Manifest | undefined): boolean {
  const wanted = buildLabelOf(manifest);
  return wanted !== undefined && buildLabelOf(value) === wanted;
}

function buildLabelOf(object: unknown): Json | undefined {
  return asObject(json(object)).metadata.labels.raw[BUILD_LABEL];
}

function conflict({ kind, metadata }: ManifestName, first: ApiObject, second: ApiObject): Problem {
  const both = `${subject(second)} and ${subject(first)}${placeOf(first)}`;
  const message = `${both} both give a ${kind} named ${JSON.stringify(metadata.name)}, with different content; rename one of them`;
  return problemOf(second, fieldError([], message));
}

function subject(object: ApiObject): string {
  const { kind, name } = nameObject(object);
  return `${kind} ${JSON.stringify(name)}`;
}

function problemOf({ locate }: ApiObject, problem: FieldProblem): Problem {
  return located(problem, { locate });
}

function placeOf({ locate }: ApiObject): string {
  const place = locate([]);
  return place === undefined ? '' : ` (${formatLocation(place)})`;
}
