import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { KubeError } from '../kube-error.ts';
import type { ServerTls } from './client-config.ts';
import type { Credentials } from './authentication.ts';
import type { SelectedContext } from './select-context.ts';

/** The TLS options and credentials that the Kubernetes client library reads from a context. */
export interface ContextCredentials {
  readonly tls: ServerTls;
  readonly credentials: Credentials;
}

/**
 * Reads the TLS options and credentials of a context: files, inline data, passwords and legacy auth providers. Rejects
 * with `CREDENTIALS`.
 */
export type ContextReader = () => Promise<ContextCredentials>;

/** Creates a reader. It rereads files each time and caches the tokens of auth providers until they expire. */
export function contextReader(selected: SelectedContext): ContextReader {
  const config = kubeConfigOf(selected);
  return async () => {
    const options: RequestOptions = {};
    try {
      await config.applyToHTTPSOptions(options);
    } catch (cause) {
      throw new KubeError('CREDENTIALS', `context ${selected.name}`, messageFor(cause));
    }
    const { ca, servername, rejectUnauthorized, cert, key, auth } = options;
    const authorization = authorizationOf(options) ?? (auth ? basic(auth) : undefined);
    const [authority, certificate, privateKey] = [ca, cert, key].map(pemOf);
    return {
      tls: {
        ...(authority !== undefined && { ca: authority }),
        ...(servername !== undefined && { servername }),
        ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
      },
      credentials: {
        ...(authorization !== undefined && { authorization }),
        ...(certificate !== undefined &&
          privateKey !== undefined && { certificate: { cert: certificate, key: privateKey } }),
      },
    };
  };
}

/**
 * Passes everything to the library except token files, exec plugins, impersonation and proxies, which it does not
 * handle well.
 */
function kubeConfigOf({ name, cluster, user }: SelectedContext): KubeConfig {
  const config = new KubeConfig();
  const { skipTlsVerify = false, server, caFile, caData, tlsServerName } = cluster;
  const { certFile, certData, keyFile, keyData, token, username, password, authProvider } = user;
  config.loadFromOptions({
    // Inline data takes precedence over a file. The library has the opposite order.
    clusters: [
      { name, server, skipTLSVerify: skipTlsVerify, caData, caFile: caData ? undefined : caFile, tlsServerName },
    ],
    users: [
      {
        name,
        certData,
        certFile: certData ? undefined : certFile,
        keyData,
        keyFile: keyData ? undefined : keyFile,
        token,
        username,
        password,
        authProvider,
      },
    ],
    contexts: [{ name, cluster: name, user: name }],
    currentContext: name,
  });
  return config;
}

function authorizationOf({ headers }: RequestOptions): string | undefined {
  const value = headers !== undefined && 'Authorization' in headers ? headers['Authorization'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The library returns files as buffers and auth providers' values as text. */
function pemOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? value.toString() : undefined;
}

function basic(auth: string): string {
  return `Basic ${Buffer.from(auth).toString('base64')}`;
}

/** Names a file that cannot be read. The text of other errors may contain secrets. */
function messageFor(cause: unknown): string {
  const file = cause instanceof Error && 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined;
  return file === undefined
    ? 'the credentials of the kubeconfig are not usable'
    : `the kubeconfig names the file ${file}, which cannot be read`;
}

/** The time that file contents are cached, the same as in client-go for token files. */
export const FILE_CACHE_MS = 60_000;

/** The cached credentials of a context. */
export interface CachedContext {
  /** Returns the last values. */
  readonly last: () => ContextCredentials;
  /** Reads the values again. */
  readonly read: ContextReader;
  /** Reads the values again if they are older than a minute. Concurrent callers share one read. */
  readonly refresh: () => Promise<void>;
}

/** Reads the values once, and then on request. Rejects with the reader's errors. */
export async function cachedContext(reader: ContextReader, now: () => number): Promise<CachedContext> {
  let last = await reader();
  let until = now() + FILE_CACHE_MS;
  let reading: Promise<unknown> | undefined;
  const read: ContextReader = async () => {
    last = await reader();
    until = now() + FILE_CACHE_MS;
    return last;
  };
  return {
    last: () => last,
    read,
    refresh: async () => {
      if (now() < until) return;
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    },
  };
}
