import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, objectsAt } from '../../support/json-field.ts';
import { formatQuantity, requireQuantity } from '../../../src/core/model/quantity.ts';

/** The writes of a controller for an Image. Empty values, times and types of objects are left out. */
export interface Outcome {
  /** The claim of the volume cache: created, or its new labels and size; or the UID of the deleted claim. */
  readonly claim?: JsonObject;
  readonly resolver?: JsonObject;
  readonly build?: JsonObject;
  /** The names of the deleted Builds. */
  readonly deletions: readonly string[];
  /** The status after all writes, whether it changed or not. */
  readonly status: JsonObject;
  readonly error?: string;
}

/** Both outcomes for one world. */
export interface Pair {
  readonly kpack: Outcome;
  readonly ours: Outcome;
}

/** Returns the value without empty texts, lists and objects, which only Go writes. */
function plain(value: Json): Json {
  if (isJsonList(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, plain(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item)));
}

/** Returns the object without empty texts, lists and objects. */
export function plainObject(value: object): JsonObject {
  return plain(JSON.parse(JSON.stringify(value)) as JsonObject) as JsonObject;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/**
 * Returns the Build without the times of its tag and of a trigger, which differ in every run. Go writes the shortest form of a
 * quantity.
 */
export function comparableBuild(build: JsonObject): JsonObject {
  const text = JSON.stringify(build, (key, value: Json) => {
    if (key === 'divisor') return value === '0' ? undefined : shortest(value);
    return key === 'limits' || key === 'requests' ? mapValues(value as JsonObject, shortest) : value;
  })
    .replaceAll(/\.\d{8}\.\d{6}"/g, '.TIME"')
    .replaceAll(/manually triggered on [^"\\]*/g, 'manually triggered on TIME');
  return JSON.parse(text) as JsonObject;
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** Returns the shortest form of a quantity. */
export function shortest(quantity: Json): Json {
  return typeof quantity === 'string' ? formatQuantity(requireQuantity(quantity)) : quantity;
}

/** Returns the status without the times of its conditions. */
export function withoutConditionTimes(status: JsonObject): JsonObject {
  const conditions = objectsAt(status, 'conditions').map((condition) => {
    const { lastTransitionTime: _, ...rest } = condition;
    return rest;
  });
  return { ...status, conditions };
}

/** Returns the fields of an object that a controller sets. */
export function written(object: JsonObject): JsonObject {
  const {
    namespace: _namespace,
    creationTimestamp: _time,
    generation: _generation,
    ...metadata
  } = objectAt(object, 'metadata');
  return { metadata, spec: objectAt(object, 'spec') };
}
