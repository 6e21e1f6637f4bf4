import { noProxyMatcher } from './no-proxy.ts';
import { parseProxyUrl } from '../../core/model/proxy-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy settings of an environment, or of a kubeconfig. */
export interface ProxySettings {
  /** The URL of the proxy for `http` requests. */
  readonly httpProxy?: string | undefined;
  /** The URL of the proxy for `https` requests. */
  readonly httpsProxy?: string | undefined;
  /** The hosts that are reached without a proxy, in the syntax of `NO_PROXY`. */
  readonly noProxy?: string;
}

/** Creates the error for an environment variable whose value is not a proxy URL. */
export type ProxyErrorFactory = (variable: string, message: string) => Error;

/** Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Throws the error that `makeError` returns for an invalid value. */
export function proxiesFromEnvironment(environment: Environment, makeError: ProxyErrorFactory): ProxySettings {
  const [httpProxy, httpsProxy] = (['http:', 'https:'] as const).map((protocol) =>
    proxyFromEnvironment(environment, protocol, makeError),
  );
  return { httpProxy, httpsProxy, noProxy: noProxyFromEnvironment(environment) };
}

/**
 * Returns the proxy URL for requests with this URL protocol (`http:` or `https:`), or `undefined` if none is set.
 * Throws the error that `makeError` returns for an invalid value.
 */
export function proxyFromEnvironment(
  environment: Environment,
  protocol: string,
  makeError: ProxyErrorFactory,
): string | undefined {
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const { variable, text } = setting(environment, `${scheme.toUpperCase()}_PROXY`);
  if (text === '') return undefined;
  const url = parseProxyUrl(text);
  // The message does not quote the value, because the value may contain a password.
  if (url === undefined) {
    throw makeError(variable, `expected the URL of the proxy for ${scheme} requests, such as http://proxy:3128`);
  }
  return url;
}

/** Returns the value of `NO_PROXY`, or an empty string. */
export function noProxyFromEnvironment(environment: Environment): string {
  return setting(environment, 'NO_PROXY').text;
}

/** Returns a function that returns the proxy URL for a request URL, or `undefined` if the request needs no proxy. */
export function proxySelector({
  httpProxy,
  httpsProxy,
  noProxy = '',
}: ProxySettings): (url: URL) => string | undefined {
  const isDirect = noProxyMatcher(noProxy);
  return (url) => {
    if (isDirect(url)) return undefined;
    return url.protocol === 'https:' ? httpsProxy : httpProxy;
  };
}

/** Prefers the upper-case variable and ignores empty values, as golang.org/x/net/http/httpproxy does. */
function setting(environment: Environment, name: string): { readonly variable: string; readonly text: string } {
  const variable = [name, name.toLowerCase()].find((spelling) => environment[spelling]?.trim()) ?? name;
  return { variable, text: environment[variable]?.trim() ?? '' };
}
