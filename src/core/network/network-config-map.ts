import { NETWORK_LABEL } from '../model/build-network.ts';
import { compareTexts } from '../model/compare-texts.ts';
import { asConfigMap } from '../model/objects/config-map.ts';
import type { Json, JsonObject } from '../model/json.ts';

/** The most keys of the ConfigMaps of a namespace. */
export const MAX_KEYS = 1_000;

/** The most characters of these keys and of their values. The ConfigMap of a Build has to hold them, in 1 MiB (core/v1 validation). */
export const MAX_LENGTH = 1_000_000;

/** A ConfigMap with the label `taskpack.dev/network: "true"`. */
export interface NetworkConfigMap {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly data: JsonObject;
  /** The size of the data, if the caller has left the data out. */
  readonly withheld?: ContentSize;
}

/** The size of the data of a ConfigMap, for the limits and their messages. */
export interface ContentSize {
  readonly keys: number;
  /** The characters of all keys and values. */
  readonly length: number;
  /** The key with the longest value. */
  readonly largest: { readonly key: string; readonly length: number };
}

/** A key of a ConfigMap. `place` names both, and `name` is that of the ConfigMap. */
export interface Entry {
  readonly name: string;
  readonly place: string;
  readonly key: string;
  readonly value: string;
}

/** True if the label of a ConfigMap selects it. */
export function isNetworkConfigMap(object: JsonObject): boolean {
  return asConfigMap(object).metadata.labels.get(NETWORK_LABEL) === 'true';
}

/** Returns the fields of a ConfigMap that matter here, whatever its labels. A ConfigMap in a file may lack a namespace. */
export function networkConfigMap(object: JsonObject): NetworkConfigMap {
  const { metadata, data } = asConfigMap(object);
  const { namespace, name = '' } = metadata;
  return { namespace, name, data: firstKeys(data.raw) };
}

/** Leaves out the keys beyond the limit, so that code need not expect more. One more shows that the limit is exceeded. */
function firstKeys(data: JsonObject): JsonObject {
  const keys = Object.keys(data);
  if (keys.length <= MAX_KEYS) return data;
  return Object.fromEntries(keys.slice(0, MAX_KEYS + 1).map((key) => [key, data[key] ?? '']));
}

/** Returns the keys of a ConfigMap in their order. */
export function entriesOf(configMap: NetworkConfigMap): readonly Entry[] {
  const { name, data } = configMap;
  return Object.entries(data)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([key, value]) => ({ name, place: placeOf(configMap, key), key, value: textOf(value) }));
}

export function placeOf({ namespace, name }: NetworkConfigMap, key: string): string {
  return `ConfigMap ${namespace === undefined ? name : `${namespace}/${name}`}, key ${key}`;
}

/** The API server accepts only texts, but files can have numbers. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the size of a ConfigMap's data, also if the data are withheld. */
export function contentSize(configMap: NetworkConfigMap): ContentSize {
  if (configMap.withheld !== undefined) return configMap.withheld;
  let [length, largest] = [0, { key: '', length: -1 }];
  const entries = entriesOf(configMap);
  for (const { key, value } of entries) {
    length += key.length + value.length;
    if (value.length > largest.length) largest = { key, length: value.length };
  }
  return { keys: entries.length, length, largest };
}

/** Returns the limit that the ConfigMaps of a namespace together exceed, with their size. */
export function exceededLimit(
  sizes: readonly ContentSize[],
): { readonly kind: 'keys' } | { readonly kind: 'length'; readonly length: number } | undefined {
  if (sum(sizes.map(({ keys }) => keys)) > MAX_KEYS) return { kind: 'keys' };
  const length = sum(sizes.map((size) => size.length));
  return length > MAX_LENGTH ? { kind: 'length', length } : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
