import { parseProxyUrl } from '../model/proxy-url.ts';
import { type NetworkReading, PROXY_VARIABLES, type ProxyVariable } from '../model/build-network.ts';
import { compareTexts } from '../model/compare-texts.ts';
import { groupBy } from '../model/group-by.ts';
import { atOnce, countCertificates, readAuthorities, readAuthoritiesInSteps } from './authorities.ts';
import {
  contentSize,
  entriesOf,
  exceededLimit,
  MAX_KEYS,
  MAX_LENGTH,
  placeOf,
  type Entry,
  type NetworkConfigMap,
} from './network-config-map.ts';

/**
 * The most different certificates of a namespace. The well-known authorities of Mozilla are about 150. Each takes a fifth of a
 * millisecond whenever a ConfigMap changes, and some kilobytes as long as a connection trusts it.
 */
const MAX_CERTIFICATES = 500;

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
  const [largest] = sizes.toSorted((one, other) => other.size.largest.length - one.size.largest.length);
  if (largest === undefined) return undefined;
  const { configMap, size } = largest;
  const limit = exceededLimit(sizes.map((each) => each.size));
  if (limit?.kind === 'keys') {
    const [first = configMap] = configMaps;
    const place = `ConfigMaps of namespace ${first.namespace ?? ''}`;
    return { entry: { name: first.name, place }, text: `: they have more than ${MAX_KEYS} keys: remove some` };
  }
  const others = sizes.reduce((sum, each) => sum + each.size.keys, 0) - 1;
  const more = others === 0 ? '' : ` and ${others} more`;
  const problem = (what: string, most: number): EntryProblem => ({
    entry: { name: configMap.name, place: placeOf(configMap, size.largest.key) },
    text: `${more}: the content ${what}, and ${most} is the limit: remove some certificates`,
  });
  if (limit !== undefined) return problem(`takes ${limit.length} bytes`, MAX_LENGTH);
  const held = configMaps
    .flatMap(entriesOf)
    .filter(({ key }) => CERTIFICATES_KEY.test(key))
    .map(({ value }) => value);
  const certificates = countCertificates(held.join('\n'));
  return certificates > MAX_CERTIFICATES ? problem(`has ${certificates} certificates`, MAX_CERTIFICATES) : undefined;
}
