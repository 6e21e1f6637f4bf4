import { parseProxyUrl } from '../http/proxy-url.ts';
import { NETWORK_LABEL, type NetworkReading, PROXY_VARIABLES, type ProxyVariable } from '../model/build-network.ts';
import { compareTexts } from '../model/compare-texts.ts';
import { objectAt, textAt } from '../model/json-field.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { readAuthorities } from './authorities.ts';

/** A ConfigMap with the label `taskpack.dev/network: "true"`. */
export interface NetworkConfigMap {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly data: JsonObject;
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
    data: objectAt(object, 'data'),
  };
}

/** The certificates and the other keys of a Build's ConfigMap fit into 1 MiB (core/v1 validation). */
export const MAX_CERTIFICATES_LENGTH = 1_000_000;

/** trust-manager, OpenShift and Istio use different names, so every name of these forms holds certificates. */
const CERTIFICATES_KEY = /\.(?:crt|pem)$/;

/**
 * Reads the ConfigMaps of one namespace. Several may hold certificates, and each proxy has one value. A value that cannot be
 * used is a problem that names its ConfigMap and key, and is left out.
 */
export function readNetwork(configMaps: readonly NetworkConfigMap[]): NetworkReading {
  const entries = configMaps.toSorted((a, b) => compareTexts(a.name, b.name)).flatMap(entriesOf);
  const length = entries.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  // Checked before the certificates are parsed, because parsing takes time and users choose the content.
  if (length > MAX_CERTIFICATES_LENGTH) return { network: { proxies: {} }, problems: [tooLong(entries, length)] };
  const readings = entries.map(readEntry);
  const certificates = [...new Set(readings.flatMap((reading) => reading.authorities ?? []))].join('');
  return {
    network: {
      ...(certificates !== '' && { certificates }),
      proxies: Object.fromEntries(readings.flatMap(({ proxy }) => (proxy === undefined ? [] : [proxy]))),
    },
    problems: [...readings.flatMap(({ problem }) => problem ?? []), ...contradictions(entries)],
  };
}

/** A key of a ConfigMap. `place` names both. */
interface Entry {
  readonly place: string;
  readonly key: string;
  readonly value: string;
}

function entriesOf({ namespace, name, data }: NetworkConfigMap): readonly Entry[] {
  const object = namespace === undefined ? name : `${namespace}/${name}`;
  return Object.entries(data)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([key, value]) => ({ place: `ConfigMap ${object}, key ${key}`, key, value: textOf(value) }));
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
  readonly problem?: string;
}

function readEntry({ place, key, value }: Entry): EntryReading {
  if (CERTIFICATES_KEY.test(key)) {
    const { authorities, fault } = readAuthorities(value);
    return fault === undefined ? { authorities } : { problem: `${place}: ${fault}` };
  }
  if (!isProxyVariable(key)) {
    const known = `${PROXY_VARIABLES.join(', ')}, and names that end with .crt or .pem`;
    return { problem: `${place}: this key is not known: use ${known}` };
  }
  const text = value.trim();
  const fault = key === 'NO_PROXY' ? faultOfExceptions(text) : faultOfProxy(text);
  return fault === undefined ? { proxy: [key, text] } : { problem: `${place}: ${fault}` };
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
function contradictions(entries: readonly Entry[]): readonly string[] {
  return PROXY_VARIABLES.flatMap((variable) => {
    const [first, ...others] = entries.filter(({ key }) => key === variable);
    const other = others.find(({ value }) => value.trim() !== first?.value.trim());
    return other === undefined ? [] : [`${other.place}: the value differs from that of ${first?.place}: remove one`];
  });
}

function tooLong(entries: readonly Entry[], length: number): string {
  const [largest, ...others] = entries.toSorted((one, other) => other.value.length - one.value.length);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${largest?.place}${more}: the content takes ${length} bytes, and ${MAX_CERTIFICATES_LENGTH} is the limit: remove some certificates`;
}
