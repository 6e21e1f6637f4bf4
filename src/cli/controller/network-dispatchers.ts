import { createHash } from 'node:crypto';
import { trustingContext } from '../../clients/http/trusting-context.ts';
import type { BuildNetwork } from '../../core/model/build-network.ts';
import type { Networks } from '../../core/network/networks.ts';
import { makeDispatcher, type NetworkSettings } from '../../clients/registry/client/transport/dispatcher.ts';
import type { Clock } from '../../core/runtime/clock.ts';

type Dispatcher = ReturnType<typeof makeDispatcher>;

/** The connections of the controller, by the network of the namespace whose objects need them. */
export interface NetworkDispatchers {
  /** Returns a key that is equal for namespaces with equal networks. `undefined` stands for cluster-scoped objects. */
  readonly keyOf: (namespace: string | undefined) => string;
  /** Returns the dispatcher of a key, or that of cluster-scoped objects if the key is absent or no longer known. */
  readonly get: (key?: string) => Promise<Dispatcher>;
  /** Returns the dispatcher of a namespace. */
  readonly of: (namespace: string | undefined) => Promise<Dispatcher>;
  readonly destroy: () => Promise<void>;
}

/**
 * The most dispatchers, and the most characters of all their certificates. Requests can still use a dispatcher that is left out, and its
 * idle connections end by themselves.
 */
const MAX_DISPATCHERS = 100;
const MAX_TOTAL_LENGTH = 16_000_000;

interface Entry {
  readonly dispatcher: Promise<Dispatcher>;
  readonly length: number;
}

/** Creates dispatchers that add the networks to the settings of the process. A proxy of the process has precedence. */
export function networkDispatchers(
  settings: NetworkSettings,
  { ofController }: Pick<Networks, 'ofController'>,
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): NetworkDispatchers {
  const networks = new NetworkKeys();
  const entries = new Map<string, Entry>();
  const keyOfNamespace = new Map<string, string>();
  const retired = new RetiredDispatchers(clock);
  /** Ends the connections of a network that no namespace has any longer. */
  const retire = (namespace: string, key: string): void => {
    if (key === networks.keyOf(ofController(undefined)) || [...keyOfNamespace.values()].includes(key)) return;
    networks.forget(key);
    const dispatcher = entries.get(key)?.dispatcher;
    entries.delete(key);
    if (dispatcher !== undefined) retired.add(namespace, dispatcher);
  };
  const keyOf = (namespace: string | undefined): string => {
    const key = networks.keyOf(ofController(namespace));
    if (namespace === undefined) return key;
    const former = keyOfNamespace.get(namespace);
    if (former === key) return key;
    keyOfNamespace.set(namespace, key);
    if (former !== undefined) retire(namespace, former);
    return key;
  };
  const get = async (wanted?: string): Promise<Dispatcher> => {
    const network = networks.get(wanted) ?? ofController(undefined);
    const key = networks.keyOf(network);
    const entry = entries.get(key) ?? newEntry(inNetwork(settings, network), clock);
    // The map has the dispatchers in the order of their last use.
    entries.delete(key);
    entries.set(key, entry);
    leaveOutOldest(entries);
    return entry.dispatcher;
  };
  return {
    keyOf,
    get,
    of: async (namespace) => get(keyOf(namespace)),
    destroy: async () => {
      retired.endAll();
      await Promise.all([...entries.values()].map(async ({ dispatcher }) => (await dispatcher).destroy()));
    },
  };
}

/** The keys of networks. Tenants can change their networks without end, so only the keys of networks in use are kept. */
class NetworkKeys {
  readonly #keys = new WeakMap<BuildNetwork, string>();
  readonly #networks = new Map<string, WeakRef<BuildNetwork>>();

  keyOf(network: BuildNetwork): string {
    const key =
      this.#keys.get(network) ?? `network-${createHash('sha256').update(JSON.stringify(network)).digest('hex')}`;
    this.#keys.set(network, key);
    if (this.get(key) !== undefined) return key;
    for (const [name, reference] of this.#networks) if (reference.deref() === undefined) this.forget(name);
    this.#networks.set(key, new WeakRef(network));
    return key;
  }

  get(key: string | undefined): BuildNetwork | undefined {
    return key === undefined ? undefined : this.#networks.get(key)?.deref();
  }

  forget(key: string): void {
    this.#networks.delete(key);
  }
}

/**
 * The time that running requests may use the network that a namespace had before a change, and the most such networks of a
 * namespace. Its users can change the network every few seconds, and a server that hangs holds a connection.
 */
const RETIRED_MS = 60_000;
const MAX_RETIRED = 2;

/** The dispatchers of networks that namespaces had before a change. Ends each after `RETIRED_MS`. */
class RetiredDispatchers {
  readonly #clock: Pick<Clock, 'schedule'>;
  readonly #endsOfNamespace = new Map<string, Set<() => void>>();

  constructor(clock: Pick<Clock, 'schedule'>) {
    this.#clock = clock;
  }

  /** Adds a dispatcher. If its namespace has too many, the oldest one ends at once. */
  add(namespace: string, dispatcher: Promise<Dispatcher>): void {
    const ends = this.#endsOfNamespace.get(namespace) ?? new Set();
    this.#endsOfNamespace.set(namespace, ends);
    const end = (): void => {
      cancel();
      ends.delete(end);
      if (ends.size === 0) this.#endsOfNamespace.delete(namespace);
      void dispatcher.then(async (one) => one.destroy()).catch(() => undefined);
    };
    const cancel = this.#clock.schedule(RETIRED_MS, end);
    ends.add(end);
    if (ends.size > MAX_RETIRED) [...ends][0]?.();
  }

  endAll(): void {
    for (const end of [...this.#endsOfNamespace.values()].flatMap((ends) => [...ends])) end();
  }
}

function newEntry(settings: NetworkSettings, clock: Pick<Clock, 'elapsed'>): Entry {
  const { caBundle } = settings;
  const dispatcher = async (): Promise<Dispatcher> =>
    makeDispatcher(
      caBundle === undefined ? settings : { ...settings, secureContext: await trustingContext(caBundle, clock) },
    );
  return { dispatcher: dispatcher(), length: caBundle?.length ?? 0 };
}

function leaveOutOldest(entries: Map<string, Entry>): void {
  let length = [...entries.values()].reduce((sum, entry) => sum + entry.length, 0);
  for (const [key, entry] of entries) {
    if (entries.size <= MAX_DISPATCHERS && (length <= MAX_TOTAL_LENGTH || entries.size === 1)) return;
    entries.delete(key);
    length -= entry.length;
  }
}

/** Returns the function that returns the key of a namespace's network; `undefined` if that is the network of cluster-scoped objects. */
export function ownNetworkOf({ keyOf }: Pick<NetworkDispatchers, 'keyOf'>): (namespace: string) => string | undefined {
  return (namespace) => {
    const key = keyOf(namespace);
    return key === keyOf(undefined) ? undefined : key;
  };
}

function inNetwork(settings: NetworkSettings, { certificates, proxies }: BuildNetwork): NetworkSettings {
  const caBundle = [settings.caBundle, certificates].filter((text) => text !== undefined).join('\n');
  return {
    ...settings,
    ...(caBundle !== '' && { caBundle }),
    httpProxy: settings.httpProxy ?? optional(proxies.HTTP_PROXY),
    httpsProxy: settings.httpsProxy ?? optional(proxies.HTTPS_PROXY),
    noProxy: optional(settings.noProxy) ?? proxies.NO_PROXY ?? '',
  };
}

function optional(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
