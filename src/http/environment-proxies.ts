import { proxyExceptions } from './no-proxy.ts';
import { percentDecoded } from './percent-decoded.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What an environment says of proxies. */
export interface Proxies {
  /** URLs, by the scheme of the request. */
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  /** What needs none, as `NO_PROXY` names it. */
  readonly noProxy?: string;
}

/** The error of a variable that names no proxy. */
export type ProxyRefusal = (variable: string, sentence: string) => Error;

/** The proxies of an environment. Throws what `refusal` makes of a variable. */
export function environmentProxies(environment: Environment, refusal: ProxyRefusal): Proxies {
  const [httpProxy, httpsProxy] = (['http:', 'https:'] as const).map((protocol) =>
    environmentProxy(environment, protocol, refusal),
  );
  return { httpProxy, httpsProxy, noProxy: environmentExceptions(environment) };
}

/** The proxy for requests of a scheme. */
export function environmentProxy(
  environment: Environment,
  protocol: string,
  refusal: ProxyRefusal,
): string | undefined {
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const { variable, text } = setting(environment, `${scheme.toUpperCase()}_PROXY`);
  if (text === '') return undefined;
  const url = proxyUrl(text);
  // The value may hold a password.
  if (url === undefined) {
    throw refusal(variable, `it should name the proxy for ${scheme} requests, by a URL such as http://proxy:3128`);
  }
  return url;
}

/** What `NO_PROXY` says. */
export function environmentExceptions(environment: Environment): string {
  return setting(environment, 'NO_PROXY').text;
}

/** Which proxy leads to a URL; none where requests go straight to it. */
export function proxyTo({ httpProxy, httpsProxy, noProxy = '' }: Proxies): (url: URL) => string | undefined {
  const isDirect = proxyExceptions(noProxy);
  return (url) => {
    if (isDirect(url)) return undefined;
    return url.protocol === 'https:' ? httpsProxy : httpProxy;
  };
}

/** The URL of an HTTP proxy: without a scheme it is one of http. Nothing where it is no such URL. */
export function proxyUrl(text: string): string | undefined {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password } = new URL(url);
  const isReadable = [username, password].every((part) => percentDecoded(part) !== undefined);
  return /^https?:$/.test(protocol) && isReadable ? url : undefined;
}

/** Upper case comes first and empty is as if it were not there, as httpproxy has it. */
function setting(environment: Environment, name: string): { readonly variable: string; readonly text: string } {
  const variable = [name, name.toLowerCase()].find((spelling) => environment[spelling]?.trim()) ?? name;
  return { variable, text: environment[variable]?.trim() ?? '' };
}
