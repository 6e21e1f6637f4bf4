import { readFile } from 'node:fs/promises';
import { noProxyFromEnvironment, proxyFromEnvironment } from '../../http/environment-proxies.ts';
import { parseProxyUrl } from '../../../core/model/proxy-url.ts';
import { noProxyMatcher } from '../../http/no-proxy.ts';
import { makeRedaction } from '../../http/redaction.ts';
import { KubeError } from '../kube-error.ts';
import type { ClientConfig, ServerProxy } from './client-config.ts';
import { type Authentication, type ExpiringCredentials, cachedAuthentication } from './authentication.ts';
import { selectContext, type SelectedContext, inClusterContext, SERVICE_ACCOUNT_FOLDER } from './select-context.ts';
import { runExecPlugin } from './exec-plugin.ts';
import { contextReader, FILE_CACHE_MS, cachedContext, type CachedContext } from './static-credentials.ts';
import { kubeconfigFiles, readKubeconfigFiles } from './kubeconfig-files.ts';
import { impersonationHeaders } from './kubeconfig.ts';

/** Selects the cluster. Callers can pass parsed flags, because no other field is read. */
export interface ClusterSelection {
  /** `--kubeconfig`. */
  readonly kubeconfig?: string;
  /** `--context`. */
  readonly context?: string;
}

export interface LoadOptions {
  readonly selection?: ClusterSelection;
  /** The complete environment of this process, which exec plugins receive. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly serviceAccountFolder?: string;
}

const EXEC_TIMEOUT_MS = 60_000;

/**
 * Finds the API server and credentials by kubectl's rules: kubeconfig files, else the ServiceAccount of the Pod. Sends
 * no request. Rejects with `CONFIGURATION` or `CREDENTIALS`.
 */
export async function loadClientConfig(options: LoadOptions): Promise<ClientConfig> {
  const found = await findContext(options);
  const server = serverOf(found);
  const selected = server.protocol === 'http:' ? withoutCredentials(found) : found;
  const context = await cachedContext(contextReader(selected), options.now);
  const redaction = makeRedaction();
  const { password } = selected.user;
  if (password !== undefined) redaction.addSecret(password);
  return {
    server,
    namespace: selected.namespace,
    tls: () => context.last().tls,
    proxy: serverProxy(selected, server, options.environment),
    authentication: authenticationOf({ options, selected, context }),
    impersonation: impersonationOf(selected),
    redaction,
  };
}

/**
 * Leaves out what a server without TLS must not get: like client-go, the client sends it no credentials. `kubectl proxy` is
 * such a server. The library accepts `http` only together with `skipTlsVerify`.
 */
function withoutCredentials({ cluster, user, ...context }: SelectedContext): SelectedContext {
  const { server, proxyUrl } = cluster;
  return {
    ...context,
    cluster: { server, proxyUrl, skipTlsVerify: true },
    user: { impersonation: user.impersonation },
  };
}

const NO_CONTEXT =
  'the kubeconfig has no context: it is empty or another kind of file, and this process does not run in a Pod; name another file in KUBECONFIG or with --kubeconfig';

async function findContext(options: LoadOptions): Promise<SelectedContext> {
  const { environment, selection = {}, serviceAccountFolder = SERVICE_ACCOUNT_FOLDER } = options;
  const { kubeconfig, context } = selection;
  const places = kubeconfigFiles(kubeconfig, environment);
  const config = await readKubeconfigFiles(places);
  const isEmpty = config === undefined || (config.contexts.size === 0 && config.currentContext === undefined);
  if (!isEmpty) return selectContext(config, context);
  const inCluster = context === undefined ? await inClusterContext(environment, serviceAccountFolder) : undefined;
  if (inCluster !== undefined) return inCluster;
  if (config !== undefined) throw new KubeError('CONFIGURATION', places.files.join(', '), NO_CONTEXT);
  const searched =
    places.files.length === 0 ? 'HOME and KUBECONFIG are not set' : `looked at ${places.files.join(', ')}`;
  const message = `not found (${searched}), and this process does not run in a Pod; set KUBECONFIG or use --kubeconfig`;
  throw new KubeError('CONFIGURATION', 'kubeconfig', message);
}

interface CredentialSource {
  readonly options: LoadOptions;
  readonly selected: SelectedContext;
  readonly context: CachedContext;
}

/**
 * Also rereads the certificate authority when credentials are requested, because an exec plugin's credentials may never
 * expire.
 */
function authenticationOf(source: CredentialSource): Authentication {
  const obtain = async (): Promise<ExpiringCredentials> => usable(await obtainCredentials(source), source.selected);
  const { current, invalidate } = cachedAuthentication(obtain, source.options.now);
  return {
    current: async (signal) => {
      const credentials = await current(signal);
      await source.context.refresh();
      return credentials;
    },
    invalidate,
  };
}

/** Returns the credentials. Throws `CREDENTIALS` if no request could contain them. */
function usable(given: ExpiringCredentials, { name }: SelectedContext): ExpiringCredentials {
  if (isHeaderValue(given.credentials.authorization ?? '')) return given;
  const message =
    'the token or the user of its user has a character that no HTTP header may contain; request a new token';
  throw new KubeError('CREDENTIALS', `context ${name}`, message);
}

/**
 * Uses client-go's precedence: a certificate in addition to other credentials, a token file before a token, an exec
 * plugin last.
 */
async function obtainCredentials({ options, selected, context }: CredentialSource): Promise<ExpiringCredentials> {
  const { now, environment } = options;
  const { cluster, user } = selected;
  const { credentials, tls } = await context.read();
  const expiresAtMs = now() + FILE_CACHE_MS;
  if (user.tokenFile !== undefined) {
    const authorization = `Bearer ${await readToken(user.tokenFile)}`;
    return { credentials: { ...credentials, authorization }, expiresAtMs };
  }
  if (user.exec === undefined || credentials.authorization !== undefined) return { credentials, expiresAtMs };
  const plugin = user.exec;
  const caData = tls.ca === undefined ? undefined : Buffer.from(tls.ca).toString('base64');
  const given = await runExecPlugin({ plugin, cluster, caData, environment, timeoutMs: EXEC_TIMEOUT_MS });
  return { ...given, credentials: { ...credentials, ...given.credentials } };
}

async function readToken(file: string): Promise<string> {
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KubeError('CREDENTIALS', file, 'the token file cannot be read', { cause });
  });
  if (token.trim() === '') throw new KubeError('CREDENTIALS', file, 'the token file is empty');
  return token.trim();
}

function serverOf({ name, cluster }: SelectedContext): URL {
  const { server } = cluster;
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new KubeError(
    'CONFIGURATION',
    `context ${name}`,
    `the server of its cluster is not an http or https URL: ${withoutUser(server)}`,
  );
}

/** Returns the headers of impersonation. Throws `CONFIGURATION` if no request could contain them. */
function impersonationOf({ name, user }: SelectedContext): ClientConfig['impersonation'] {
  const headers = impersonationHeaders(user.impersonation);
  if (Object.values(headers).flat().every(isHeaderValue)) return headers;
  const message = 'the user to impersonate has a character that no HTTP header may contain; correct "as" of its user';
  throw new KubeError('CONFIGURATION', `context ${name}`, message);
}

/** Returns the server for a message, without the user and password that a URL can have. */
function withoutUser(server: string): string {
  return server.replace(/(?<![^/])[^/]*@/g, '***@');
}

/**
 * Returns the proxy. The cluster's `proxy-url` takes precedence over the environment, even over `NO_PROXY`, as in
 * client-go.
 */
function serverProxy(
  { name, cluster: { proxyUrl: own } }: SelectedContext,
  server: URL,
  environment: Readonly<Record<string, string | undefined>>,
): ServerProxy {
  if (own !== undefined) {
    if (/^https?:\/\//i.test(own) && parseProxyUrl(own) !== undefined) return { url: own };
    throw new KubeError('CONFIGURATION', `context ${name}`, 'the proxy-url of its cluster is not an http or https URL');
  }
  if (noProxyMatcher(noProxyFromEnvironment(environment))(server)) return {};
  const url = proxyFromEnvironment(environment, server.protocol, proxyError);
  return { ...(url !== undefined && { url }) };
}

function proxyError(variable: string, message: string): KubeError {
  return new KubeError('CONFIGURATION', variable, message);
}

/** True if a text can be the value of a header (RFC 9110 section 5.5). For other values, undici fails like a broken connection. */
function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text);
}
