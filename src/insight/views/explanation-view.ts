import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import type { OrderEntry } from './builder-view.ts';
import type { EntryView, ResolutionView } from './resolution-view.ts';
import { secretReferences, type SecretReferenceView } from './secret-references.ts';

/** A variation of one input: a field of a document, a setting or a fact. */
export interface Variation {
  /** The input, such as `build.yaml:12:5 Build sample spec.tags[0]`. */
  readonly origin: string;
  /** Translates with other values of the input, one after the other. `undefined` if the translation refuses a value. */
  readonly outputs: () => Iterable<readonly JsonObject[] | undefined>;
}

/** A part of an object of the output, and the inputs that it depends on. */
export interface PartView {
  /** Such as `Pod/app-build-pod`. */
  readonly object: string;
  /** Such as `spec.containers[build].args[0]`. Entries of lists with names are named. */
  readonly path: string;
  readonly value: Json;
  /** The inputs whose change changes the part. Without one, the part is the same for all inputs of the same shape. */
  readonly origins: readonly string[];
}

/** The parts of an output, and the inputs that could not be varied. */
export interface ExplanationView {
  readonly parts: readonly PartView[];
  /** The inputs for which the translation refused every other value. Their influence is not known. */
  readonly unvaried: readonly string[];
  /** The fields that name Secrets, each with the inputs that the field depends on. */
  readonly secrets: readonly (SecretReferenceView & { readonly origins: readonly string[] })[];
  /** The builders of the workloads, as far as the input has them. */
  readonly builders: readonly UsedBuilderView[];
  /** The Builds of whose builder the input has only the image, so that the groups of the order are not known. */
  readonly unknownBuilders: readonly UnknownBuilderView[];
}

/** A builder image of which the input has no Builder or ClusterBuilder. */
export interface UnknownBuilderView {
  readonly usedBy: string;
  readonly image: string;
}

/** A builder, which buildpacks are in which group of its order and why, and what uses the builder. */
export interface UsedBuilderView extends ResolutionView {
  /** Such as `Image team/shop`. */
  readonly usedBy: readonly string[];
  readonly entries: readonly (EntryView & {
    /** Such as `builder.yaml:12:5 ClusterBuilder base spec.order[0].group[1]`. */
    readonly origin: string;
  })[];
  /** The order in the builder's status, which the controller resolved. Absent if the input has all that resolves the order. */
  readonly statusOrder?: readonly (readonly OrderEntry[])[];
  /** Why entries of the order are missing or not certain, as sentences without their full stop. */
  readonly problems: readonly string[];
}

/**
 * Finds the inputs that each part of an output depends on: translates again with one input changed, and observes which parts
 * change, appear or disappear.
 */
export function explanationView(
  output: readonly JsonObject[],
  variations: readonly Variation[],
  { builders, unknownBuilders }: Pick<ExplanationView, 'builders' | 'unknownBuilders'> = NO_BUILDERS,
): ExplanationView {
  const base = leavesOf(output);
  const text = JSON.stringify(output);
  const origins = new Map<string, string[]>();
  const unvaried: string[] = [];
  for (const { origin, outputs } of variations) {
    let isVaried = false;
    for (const varied of outputs()) {
      if (varied === undefined) continue;
      isVaried = true;
      // Many variations change nothing, and a comparison of texts takes a fraction of the time.
      if (JSON.stringify(varied) === text) continue;
      const leaves = leavesOf(varied);
      const changed = [...base.keys()].filter((key) => !isSame(base.get(key)?.value, leaves.get(key)?.value));
      for (const key of changed) origins.set(key, [...(origins.get(key) ?? []), origin]);
      if (changed.length > 0) break;
    }
    if (!isVaried) unvaried.push(origin);
  }
  const parts = [...base].map(([key, { value, ...place }]) => ({ ...place, value, origins: origins.get(key) ?? [] }));
  const secrets = secretReferences(output).map((reference) => ({
    ...reference,
    origins: parts.find(({ object, path }) => object === reference.object && path === reference.path)?.origins ?? [],
  }));
  return { parts, unvaried, secrets, builders, unknownBuilders };
}

const NO_BUILDERS = { builders: [], unknownBuilders: [] } as const;

interface Leaf {
  readonly object: string;
  readonly path: string;
  readonly value: Json;
}

/** Returns the leaves of all objects by object and path. */
function leavesOf(objects: readonly JsonObject[]): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  objects.forEach((manifest, index) => {
    const { kind = '', metadata } = asObject(manifest);
    const object = `${kind}/${metadata.name ?? ''}`;
    // A variation of the name renames the object, so the kind and the position identify it.
    const position = objects.slice(0, index).filter((other) => other['kind'] === kind).length;
    for (const [path, value] of below('', manifest)) leaves.set(`${kind} ${position} ${path}`, { object, path, value });
  });
  return leaves;
}

function* below(path: string, value: Json): Generator<readonly [path: string, value: Json]> {
  const fields = fieldsOf(value);
  if (fields.length === 0) yield [path.replace(/^\./, ''), value];
  for (const [part, field] of fields) yield* below(path + part, field);
}

function fieldsOf(value: Json): readonly (readonly [part: string, value: Json])[] {
  if (isJsonList(value)) {
    return value.map((entry, index) => {
      const name = isJsonObject(entry) ? entry['name'] : undefined;
      return [`[${typeof name === 'string' ? name : index}]`, entry];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, field]) => [/^[\w-]+$/.test(key) ? `.${key}` : `[${key}]`, field]);
}

/** Compares leaves. Empty lists and objects are leaves too. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
