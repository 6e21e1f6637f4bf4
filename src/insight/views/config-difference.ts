import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';

/** A field that differs between two configurations. An absent value means that the field is absent. */
export interface FieldDifference {
  /** The path of the field, such as `env[BP_JVM_VERSION].value` or `resources.limits.memory`. */
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
}

/**
 * Compares two configurations field by field. Entries of lists with unique names are compared by name, others by position. A list
 * whose entries only changed their order is one difference, because kpack builds again for it.
 */
export function configDifference(old: Json | undefined, now: Json | undefined): readonly FieldDifference[] {
  return difference('', old, now);
}

function difference(path: string, old: Json | undefined, now: Json | undefined): readonly FieldDifference[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const [left, right] = [fieldsOf(old), fieldsOf(now)];
  if (left === undefined || right === undefined) return [leaf(path, old, now)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  const below = keys.flatMap((key) =>
    difference(`${path}${path === '' ? key.slice(1) : key}`, left.get(key), right.get(key)),
  );
  // A named entry without other fields, or another order.
  return below.length > 0 ? below : [leaf(path, namesOf(old), namesOf(now))];
}

function leaf(path: string, old: Json | undefined, now: Json | undefined): FieldDifference {
  return { path, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) };
}

/** Returns the fields by the next part of their path; `undefined` for a value without fields. An absent value has no fields. */
function fieldsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (value === undefined || value === null) return new Map();
  if (isJsonList(value)) return entriesOf(value);
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.entries(value).map(([key, field]) => [`.${key}`, field]));
}

function entriesOf(list: readonly Json[]): ReadonlyMap<string, Json> {
  const names = uniqueNames(list);
  return new Map(
    list.map((entry, index) =>
      names !== undefined && isJsonObject(entry) ? [`[${names[index]}]`, withoutName(entry)] : [`[${index}]`, entry],
    ),
  );
}

/** Returns the names of all entries; `undefined` unless each has a name of its own. */
function uniqueNames(list: readonly Json[]): readonly string[] | undefined {
  const names = list.flatMap((entry) =>
    isJsonObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
  return names.length === list.length && new Set(names).size === list.length ? names : undefined;
}

function withoutName(entry: JsonObject): JsonObject {
  const { name: _, ...rest } = entry;
  return rest;
}

function namesOf(value: Json | undefined): Json | undefined {
  return value !== undefined && isJsonList(value) ? (uniqueNames(value) ?? value).map((name) => name) : value;
}
