import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { defined } from '../../core/model/defined.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';
import { MASK } from '../../core/model/mask-url-logins.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { json } from '../../core/model/objects/reader.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import type { ObjectReference } from './object-view.ts';

/** An object that differs between two sets of manifests. */
export interface ManifestDiff {
  readonly object: ObjectReference & { readonly apiVersion: string };
  readonly kind: 'added' | 'removed' | 'changed';
  /** A unified diff over canonical YAML: the keys of objects are sorted, and fields that only a cluster writes are left out. */
  readonly patch: string;
}

/** The objects of two sides, and the names of the sides in patches. */
export interface DiffSides {
  readonly old: readonly JsonObject[];
  readonly new: readonly JsonObject[];
  readonly names: readonly [old: string, new: string];
}

/** Returns the objects that differ: those of the new side in its order, and then those that only the old side has. */
export function manifestDiffs({ old, new: now, names }: DiffSides): readonly ManifestDiff[] {
  const before = new Map(old.map((object) => [keyOf(object), object]));
  const after = new Map(now.map((object) => [keyOf(object), object]));
  const keys = [...after.keys(), ...[...before.keys()].filter((key) => !after.has(key))];
  return keys.flatMap((key) => diffOf(before.get(key), after.get(key), names) ?? []);
}

/** Returns what identifies an object in both sides, as kubectl names it: `tekton.dev.v1.TaskRun.team.app`. */
function keyOf(object: JsonObject): string {
  const { apiVersion, kind, namespace, name } = referenceOf(object);
  return [apiVersion.replace('/', '.'), kind, ...(namespace === undefined ? [] : [namespace]), name].join('.');
}

function referenceOf(object: JsonObject): ManifestDiff['object'] {
  const { apiVersion = '', kind = '', metadata } = asObject(object);
  const { name = '', namespace } = metadata;
  return { apiVersion, kind, name, ...defined({ namespace }) };
}

const CONTEXT_LINES = 3;

function diffOf(
  old: JsonObject | undefined,
  now: JsonObject | undefined,
  [oldName, newName]: DiffSides['names'],
): ManifestDiff | undefined {
  const object = now ?? old;
  if (object === undefined) return undefined;
  const [left, right] = withoutSecrets(old, now).map((one) => (one === undefined ? '' : formatYaml(sorted(one))));
  if (left === right) return undefined;
  const key = keyOf(object);
  const files = [
    old === undefined ? '/dev/null' : `${oldName}/${key}`,
    now === undefined ? '/dev/null' : `${newName}/${key}`,
  ];
  const options = { context: CONTEXT_LINES };
  const patch = structuredPatch(files[0] ?? '', files[1] ?? '', left ?? '', right ?? '', undefined, undefined, options);
  return {
    object: referenceOf(object),
    kind: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
    patch: formatPatch(patch, FILE_HEADERS_ONLY),
  };
}

/** The fields that the API server writes (apimachinery, ObjectMeta). */
const SERVER_FIELDS: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);

/** Sorts the keys of an object, and leaves out its status and the metadata that the API server writes. */
function sorted(object: JsonObject): Json {
  const metadata = Object.entries(json(object['metadata'])).filter(([key]) => !SERVER_FIELDS.has(key));
  const fields = Object.entries(object).filter(([key]) => key !== 'status');
  return sortKeys({ ...Object.fromEntries(fields), metadata: Object.fromEntries(metadata) });
}

function sortKeys(value: Json): Json {
  if (isJsonList(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sortKeys(field)]));
}

/** Masks the values of Secrets. Values that differ stay different. */
function withoutSecrets(
  old: JsonObject | undefined,
  now: JsonObject | undefined,
): readonly [JsonObject | undefined, JsonObject | undefined] {
  return [masked(old, now, 'before'), masked(now, old, 'after')];
}

function masked(object: JsonObject | undefined, other: JsonObject | undefined, side: string): JsonObject | undefined {
  if (object === undefined || object['kind'] !== 'Secret') return object;
  const fields = ['data', 'stringData'].flatMap((field) => {
    const others = json(other?.[field]);
    const entries = Object.entries(json(object[field])).map(
      ([key, value]) => [key, others[key] === value ? MASK : `${MASK} (${side})`] as const,
    );
    return entries.length === 0 ? [] : [[field, Object.fromEntries(entries)] as const];
  });
  return { ...object, ...Object.fromEntries(fields) };
}
