import { Agent, Dispatcher, ProxyAgent } from 'undici';

/** How connections are made: `requestTls` is for servers behind a proxy, `proxyTls` for the proxy. */
export type ConnectionOptions = Agent.Options & Pick<ProxyAgent.Options, 'requestTls' | 'proxyTls'>;

/**
 * What sends requests straight to a server, or through the proxy that `proxyTo` names for it. undici's own
 * `EnvHttpProxyAgent` knows no CIDRs. Neither `close` nor `destroy` takes a callback.
 */
export class ProxyingDispatcher extends Dispatcher {
  readonly #options: ConnectionOptions;
  readonly #proxyTo: (url: URL) => string | undefined;
  readonly #direct: Agent;
  readonly #proxies = new Map<string, ProxyAgent>();

  constructor(options: ConnectionOptions, proxyTo: (url: URL) => string | undefined) {
    super();
    this.#options = options;
    this.#proxyTo = proxyTo;
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
    // Once it is closed it refuses, and no proxy's agent may be made that nobody closes.
    if (origin === undefined || this.#direct.closed || this.#direct.destroyed) return this.#direct;
    const uri = this.#proxyTo(new URL(origin));
    if (uri === undefined) return this.#direct;
    const agent = this.#proxies.get(uri) ?? new ProxyAgent({ ...this.#options, uri });
    this.#proxies.set(uri, agent);
    return agent;
  }

  #agents(): readonly (Agent | ProxyAgent)[] {
    return [this.#direct, ...this.#proxies.values()];
  }
}
