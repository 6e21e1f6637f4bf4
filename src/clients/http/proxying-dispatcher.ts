import { Agent, Dispatcher, ProxyAgent } from 'undici';

/** Connection options: `requestTls` is for servers behind a proxy, `proxyTls` for the proxy itself. */
export type ConnectionOptions = Agent.Options & Pick<ProxyAgent.Options, 'requestTls' | 'proxyTls'>;

/**
 * Sends requests directly, or through the proxy that `proxyFor` returns for the server's URL. Replaces undici's
 * `EnvHttpProxyAgent`, which does not support CIDRs in `NO_PROXY`. `close` and `destroy` return promises and take no
 * callback.
 */
export class ProxyingDispatcher extends Dispatcher {
  readonly #options: ConnectionOptions;
  readonly #proxyFor: (url: URL) => string | undefined;
  readonly #direct: Agent;
  readonly #proxies = new Map<string, ProxyAgent>();

  constructor(options: ConnectionOptions, proxyFor: (url: URL) => string | undefined) {
    super();
    this.#options = options;
    this.#proxyFor = proxyFor;
    this.#direct = new Agent(options);
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#agentFor(options.origin).dispatch(options, handler);
  }

  override async close(): Promise<void> {
    await Promise.all(this.#agents().map(async (agent) => agent.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(this.#agents().map(async (agent) => agent.destroy()));
  }

  #agentFor(origin: string | URL | undefined): Agent | ProxyAgent {
    // A closed agent rejects the request. Do not create a proxy agent after `close`: nothing would close that agent.
    if (origin === undefined || this.#direct.closed || this.#direct.destroyed) return this.#direct;
    const uri = this.#proxyFor(new URL(origin));
    if (uri === undefined) return this.#direct;
    const agent = this.#proxies.get(uri) ?? new ProxyAgent({ ...this.#options, uri });
    this.#proxies.set(uri, agent);
    return agent;
  }

  #agents(): readonly (Agent | ProxyAgent)[] {
    return [this.#direct, ...this.#proxies.values()];
  }
}
