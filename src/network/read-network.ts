import { parseProxyUrl } from '../http/proxy-url.ts';
import { NETWORK_LABEL, type NetworkReading, PROXY_VARIABLES, type ProxyVariable } from '../model/build-network.ts';
import { compareTexts } from '../model/compare-texts.ts';
import { groupBy } from '../model/group-by.ts';
import { objectAt, textAt } from '../model/json-field.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { atOnce, countCertificates, readAuthorities, readAuthoritiesInSteps } from './authorities.ts';

/** A ConfigMap with the label `taskpack.dev/network: "true"`. */
export interface NetworkConfigMap {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly data: JsonObject;
  /** The size of the data, if the caller has left the data out. */
  readonly withheld?: ContentSize;
}

/** The size of the keys and values of a ConfigMap, for the limits and their messages. */
export interface ContentSize {
  readonly keys: number;
  /** The characters of all keys and values. */
  readonly length: number;
  /** The key with the longest value. */
  readonly largest: { readonly key: string; readonly length: number };
}

/** Returns the size of a ConfigMap's content, which can be withheld. */
export function contentSize({ data, withheld }: NetworkConfigMap): ContentSize {
  if (withheld !== undefined) return withheld;
  let [length, largest] = [0, { key: '', length: -1 }];
  const entries = Object.entries(data).toSorted(([a], [b]) => compareTexts(a, b));
  for (const [key, value] of entries) {
    const text = textOf(value);
    length += key.length + text.length;
    if (text.length > largest.length) largest = { key, length: text.length };
  }
  return { keys: entries.length, length, largest };
}

/** True if the ConfigMaps of a namespace together have more keys or characters than are read. */
export function exceedsLimits(sizes: readonly ContentSize[]): boolean {
  const total = (of: (size: ContentSize) => number): number => sizes.reduce((sum, size) => sum + of(size), 0);
  return total(({ keys }) => keys) > MAX_KEYS || total(({ length }) => length) > MAX_CERTIFICATES_LENGTH;
}

/** True if the label of a ConfigMap selects it. */
export function isNetworkConfigMap(object: JsonObject): boolean {
  return objectAt(objectAt(object, 'metadata'), 'labels')[NETWORK_LABEL] === 'true';
}

/** Returns the fields of a ConfigMap that matter here, whatever its labels. A ConfigMap in a file may lack a namespace. */
export function networkConfigMap(object: JsonObject): NetworkConfigMap {
  const metadata = objectAt(object, 'metadata');
  return {
    namespace: textAt(metadata, 'namespace'),
    name: textAt(metadata, 'name') ?? '',
    data: firstKeys(objectAt(object, 'data')),
  };
}

/** Leaves out the keys beyond the limit, so that code need not expect more. One more shows that the limit is exceeded. */
function firstKeys(data: JsonObject): JsonObject {
  const keys = Object.keys(data);
  if (keys.length <= MAX_KEYS) return data;
  return Object.fromEntries(keys.slice(0, MAX_KEYS + 1).map((key) => [key, data[key] ?? '']));
}

/** The most keys of the ConfigMaps of a namespace. */
const MAX_KEYS = 1_000;

/**
 * The most different certificates of a namespace. The well-known authorities of Mozilla are about 150. Each takes a fifth of a
 * millisecond whenever a ConfigMap changes, and some kilobytes as long as a connection trusts it.
 */
const MAX_CERTIFICATES = 500;

/** The certificates and the other keys of a Build's ConfigMap fit into 1 MiB (core/v1 validation). */
export const MAX_CERTIFICATES_LENGTH = 1_000_000;

/** trust-manager, OpenShift and Istio use different names, so every name of these forms holds certificates. */
const CERTIFICATES_KEY = /\.(?:crt|pem)$/;

/** The network of a namespace's ConfigMaps, with the problems of each by its name. */
export interface ConfigMapsReading extends NetworkReading {
  readonly problemsOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the ConfigMaps of one namespace. Several may hold certificates, and each proxy has one value. A value that cannot be
 * used is a problem that names its ConfigMap and key, and is left out.
 */
export function readNetwork(configMaps: readonly NetworkConfigMap[]): ConfigMapsReading {
  return atOnce(readNetworkInSteps(configMaps));
}

/** Reads the same. Yields before each certificate, because each takes a fifth of a millisecond, and users choose their number. */
export function* readNetworkInSteps(configMaps: readonly NetworkConfigMap[]): Generator<undefined, ConfigMapsReading> {
  // Checked before the certificates are parsed, because parsing takes time and users choose the content.
  const excess = excessOf(configMaps);
  if (excess !== undefined) return readingOf([], [excess]);
  const entries = configMaps.toSorted((a, b) => compareTexts(a.name, b.name)).flatMap(entriesOf);
  const readings: EntryReading[] = [];
  for (const entry of entries) readings.push(yield* readEntry(entry));
  return readingOf(readings, contradictions(entries));
}

function readingOf(readings: readonly EntryReading[], more: readonly EntryProblem[]): ConfigMapsReading {
  const certificates = [...new Set(readings.flatMap((reading) => reading.authorities ?? []))].join('');
  const problems = [...readings.flatMap(({ problem }) => problem ?? []), ...more];
  return {
    network: {
      ...(certificates !== '' && { certificates }),
      proxies: Object.fromEntries(readings.flatMap(({ proxy }) => (proxy === undefined ? [] : [proxy]))),
    },
    problems: problems.map(messageOf),
    problemsOf: new Map(
      [...groupBy(problems, ({ entry }) => entry.name)].map(([name, group]) => [name, group.map(messageOf)]),
    ),
  };
}

/** A value that cannot be used. */
interface EntryProblem {
  readonly entry: Pick<Entry, 'name' | 'place'>;
  /** The sentence after the place. */
  readonly text: string;
}

function messageOf({ entry, text }: EntryProblem): string {
  return `${entry.place}${text}`;
}

/** A key of a ConfigMap. `place` names both, and `name` is that of the ConfigMap. */
interface Entry {
  readonly name: string;
  readonly place: string;
  readonly key: string;
  readonly value: string;
}

function entriesOf(configMap: NetworkConfigMap): readonly Entry[] {
  const { name, data } = configMap;
  return Object.entries(data)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([key, value]) => ({ name, place: placeOf(configMap, key), key, value: textOf(value) }));
}

function placeOf({ namespace, name }: NetworkConfigMap, key: string): string {
  return `ConfigMap ${namespace === undefined ? name : `${namespace}/${name}`}, key ${key}`;
}

/** The API server accepts only texts, but files can have numbers. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A certificate of a ConfigMap. `place` names the ConfigMap and the key. */
export interface PlacedCertificate {
  readonly place: string;
  /** A PEM block. */
  readonly certificate: string;
}

/** Returns the certificates of ConfigMaps. A key that cannot be used has none. */
export function placedCertificates(configMaps: readonly NetworkConfigMap[]): readonly PlacedCertificate[] {
  return configMaps.flatMap(entriesOf).flatMap(({ place, key, value }) => {
    const { authorities } = CERTIFICATES_KEY.test(key) ? readAuthorities(value) : { authorities: [] };
    return authorities.map((certificate) => ({ place, certificate }));
  });
}

interface EntryReading {
  readonly authorities?: readonly string[];
  readonly proxy?: readonly [ProxyVariable, string];
  readonly problem?: EntryProblem;
}

function* readEntry(entry: Entry): Generator<undefined, EntryReading> {
  const { key, value } = entry;
  const unusable = (fault: string): EntryReading => ({ problem: { entry, text: `: ${fault}` } });
  if (CERTIFICATES_KEY.test(key)) {
    const { authorities, fault } = yield* readAuthoritiesInSteps(value);
    return fault === undefined ? { authorities } : unusable(fault);
  }
  if (!isProxyVariable(key)) {
    const known = `${PROXY_VARIABLES.join(', ')}, and names that end with .crt or .pem`;
    return unusable(`this key is not known: use ${known}`);
  }
  const text = value.trim();
  const fault = key === 'NO_PROXY' ? faultOfExceptions(text) : faultOfProxy(text);
  return fault === undefined ? { proxy: [key, text] } : unusable(fault);
}

function isProxyVariable(key: string): key is ProxyVariable {
  return PROXY_VARIABLES.some((variable) => variable === key);
}

/** No message quotes the URL, because it may contain a password. Tekton and the kubelet replace `$(…)` in variables. */
function faultOfProxy(text: string): string | undefined {
  if (text === '') return undefined;
  const url = parseProxyUrl(text);
  if (url === undefined || /[\s$]|\p{Cc}/u.test(text)) return 'expected the URL of a proxy, such as http://proxy:3128';
  const { username, password } = new URL(url);
  return username === '' && password === ''
    ? undefined
    : 'the URL contains a login, and every user and buildpack that reads the Pod would see it: use a proxy that asks for no login';
}

function faultOfExceptions(text: string): string | undefined {
  return /^[\w.:*/[\]\s,-]*$/.test(text)
    ? undefined
    : 'expected hosts, domains, addresses and CIDRs, separated by commas, such as .svc,10.0.0.0/8';
}

/** Two ConfigMaps of a namespace may not name different proxies. */
function contradictions(entries: readonly Entry[]): readonly EntryProblem[] {
  return PROXY_VARIABLES.flatMap((variable) => {
    const [first, ...others] = entries.filter(({ key }) => key === variable);
    const other = others.find(({ value }) => value.trim() !== first?.value.trim());
    if (other === undefined) return [];
    return [{ entry: other, text: `: the value differs from that of ${first?.place}: remove one` }];
  });
}

/** Returns the problem of ConfigMaps that together exceed a limit. It names the largest key. */
function excessOf(configMaps: readonly NetworkConfigMap[]): EntryProblem | undefined {
  const sizes = configMaps
    .map((configMap) => ({ configMap, size: contentSize(configMap) }))
    .filter(({ size }) => size.keys > 0);
  const keys = sizes.reduce((sum, { size }) => sum + size.keys, 0);
  const [first] = configMaps;
  if (keys > MAX_KEYS && first !== undefined) {
    const place = `ConfigMaps of namespace ${first.namespace ?? ''}`;
    const text = `: they have more than ${MAX_KEYS} keys: remove some`;
    return { entry: { name: first.name, place }, text };
  }
  const [largest] = sizes.toSorted((one, other) => other.size.largest.length - one.size.largest.length);
  if (largest === undefined) return undefined;
  const { configMap, size } = largest;
  const more = keys === 1 ? '' : ` and ${keys - 1} more`;
  const problem = (what: string, limit: number): EntryProblem => ({
    entry: { name: configMap.name, place: placeOf(configMap, size.largest.key) },
    text: `${more}: the content ${what}, and ${limit} is the limit: remove some certificates`,
  });
  const length = sizes.reduce((sum, each) => sum + each.size.length, 0);
  if (length > MAX_CERTIFICATES_LENGTH) return problem(`takes ${length} bytes`, MAX_CERTIFICATES_LENGTH);
  const held = configMaps
    .flatMap(entriesOf)
    .filter(({ key }) => CERTIFICATES_KEY.test(key))
    .map(({ value }) => value);
  const certificates = countCertificates(held.join('\n'));
  return certificates > MAX_CERTIFICATES ? problem(`has ${certificates} certificates`, MAX_CERTIFICATES) : undefined;
}
