import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { KubeError } from '../kube-error.ts';
import type { ServerTls } from './api-server-access.ts';
import type { Credentials } from './authentication.ts';
import type { ChosenContext } from './choose-context.ts';

/** What the Kubernetes client library makes of a context. */
export interface ReadContext {
  readonly tls: ServerTls;
  readonly credentials: Credentials;
}

/** Reads what a context says and names: files, data, passwords, the legacy auth providers. */
export type ContextReader = () => Promise<ReadContext>;

/** One reader keeps what auth providers gave until it expires; files are read anew each time. */
export function contextReader(chosen: ChosenContext): ContextReader {
  const config = kubeConfigOf(chosen);
  return async () => {
    const options: RequestOptions = {};
    try {
      await config.applyToHTTPSOptions(options);
    } catch (cause) {
      throw new KubeError('CREDENTIALS', `context ${chosen.name}`, sentenceOf(cause));
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

/** All but what the library does not do, or not well: token files, exec plugins, impersonation, proxies. */
function kubeConfigOf({ name, cluster, user }: ChosenContext): KubeConfig {
  const config = new KubeConfig();
  const { skipTlsVerify = false, server, caFile, caData, tlsServerName } = cluster;
  const { certFile, certData, keyFile, keyData, token, username, password, authProvider } = user;
  config.loadFromOptions({
    // Where there are both, data goes before a file; the library has it the other way round.
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

/** The library reads files into buffers, and passes on the text that auth providers give. */
function pemOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? value.toString() : undefined;
}

function basic(auth: string): string {
  return `Basic ${Buffer.from(auth).toString('base64')}`;
}

/** A file that is not there is named; all else may quote secrets. */
function sentenceOf(cause: unknown): string {
  const file = cause instanceof Error && 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined;
  return file === undefined
    ? 'the credentials of the kubeconfig cannot be used'
    : `${file}, which the kubeconfig names, cannot be read`;
}
