import type { BuildNetwork } from '../../model/build-network.ts';
import type { Networks } from '../../network/networks.ts';
import { makeDispatcher, type NetworkSettings } from '../../registry/client/transport/dispatcher.ts';

type Dispatcher = ReturnType<typeof makeDispatcher>;

/** The connections of the controller, by the network of the namespace whose objects need them. */
export interface NetworkDispatchers {
  /** Returns a key that is equal for namespaces with equal networks. `undefined` stands for cluster-scoped objects. */
  readonly keyOf: (namespace: string | undefined) => string;
  /** Returns the dispatcher of a key, or that of cluster-scoped objects if the key is absent or no longer known. */
  readonly get: (key?: string) => Dispatcher;
  readonly destroy: () => Promise<void>;
}

/** The most dispatchers. Requests can still use a dispatcher that is left out, and its idle connections end by themselves. */
const MAX_DISPATCHERS = 100;

/** Creates dispatchers that add the networks to the settings of the process. A proxy of the process has precedence. */
export function networkDispatchers(settings: NetworkSettings, { ofController }: Networks): NetworkDispatchers {
  const keys = new WeakMap<BuildNetwork, string>();
  const networks = new Map<string, WeakRef<BuildNetwork>>();
  const dispatchers = new Map<string, Dispatcher>();
  let made = 0;
  const keyOf = (namespace: string | undefined): string => {
    const network = ofController(namespace);
    const known = keys.get(network);
    if (known !== undefined) return known;
    made += 1;
    const key = `network-${made}`;
    keys.set(network, key);
    // Tenants can change their networks without end, so the keys of earlier networks are not kept.
    for (const [name, reference] of networks) if (reference.deref() === undefined) networks.delete(name);
    networks.set(key, new WeakRef(network));
    return key;
  };
  const get = (wanted?: string): Dispatcher => {
    const own = wanted === undefined ? undefined : networks.get(wanted)?.deref();
    const key = own === undefined || wanted === undefined ? keyOf(undefined) : wanted;
    const dispatcher = dispatchers.get(key) ?? makeDispatcher(inNetwork(settings, own ?? ofController(undefined)));
    // The map has the dispatchers in the order of their last use.
    dispatchers.delete(key);
    dispatchers.set(key, dispatcher);
    if (dispatchers.size > MAX_DISPATCHERS) dispatchers.delete(dispatchers.keys().next().value ?? '');
    return dispatcher;
  };
  return {
    keyOf,
    get,
    destroy: async () => {
      await Promise.all([...dispatchers.values()].map(async (dispatcher) => dispatcher.destroy()));
    },
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
