import { readFile } from 'node:fs/promises';
import { makeRedaction } from '../../http/redaction.ts';
import { KubeError } from '../kube-error.ts';
import type { ApiServerAccess } from './api-server-access.ts';
import { keptAuthentication, type Authentication, type DatedCredentials } from './authentication.ts';
import { chooseContext, type ChosenContext } from './choose-context.ts';
import { runExecPlugin } from './exec-plugin.ts';
import { impersonationHeaders } from './impersonation-headers.ts';
import { inClusterContext, SERVICE_ACCOUNT_FOLDER } from './in-cluster.ts';
import { kubeconfigFiles, readKubeconfigFiles } from './kubeconfig-files.ts';
import { FILE_LIFE, keptContext, type KeptContext } from './kept-context.ts';
import { serverProxy } from './server-proxy.ts';
import { contextReader } from './static-credentials.ts';

export interface ConnectOptions {
  /** Of this process, whole: exec plugins get it as well. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `--kubeconfig`. */
  readonly kubeconfig?: string;
  /** `--context`. */
  readonly context?: string;
  readonly serviceAccountFolder?: string;
  /** Ends exec plugins. */
  readonly signal?: AbortSignal;
}

const EXEC_TIMEOUT = 60_000;

/** Finds the cluster and who we are to it, the way kubectl does; sends nothing. */
export async function connect(options: ConnectOptions): Promise<ApiServerAccess> {
  const chosen = await findContext(options);
  const context = await keptContext(contextReader(chosen), options.now);
  const redaction = makeRedaction();
  const { password } = chosen.user;
  if (password !== undefined) redaction.hide(password);
  const server = serverOf(chosen);
  return {
    server,
    namespace: chosen.namespace,
    tls: () => context.last().tls,
    proxy: serverProxy(chosen, server, options.environment),
    authentication: authenticationOf({ options, chosen, context }),
    impersonation: impersonationHeaders(chosen.user.impersonation),
    redaction,
  };
}

async function findContext(options: ConnectOptions): Promise<ChosenContext> {
  const { environment, kubeconfig, context, serviceAccountFolder = SERVICE_ACCOUNT_FOLDER } = options;
  const places = kubeconfigFiles(kubeconfig, environment);
  const config = await readKubeconfigFiles(places);
  const isEmpty = config === undefined || (config.contexts.size === 0 && config.currentContext === undefined);
  if (!isEmpty) return chooseContext(config, context);
  const inCluster = context === undefined ? await inClusterContext(environment, serviceAccountFolder) : undefined;
  if (inCluster !== undefined) return inCluster;
  const looked = places.files.length === 0 ? 'no place to look for one' : `looked at ${places.files.join(', ')}`;
  const sentence = `there is none (${looked}), and this is no pod of a cluster; set KUBECONFIG or use --kubeconfig`;
  throw new KubeError('CONFIGURATION', 'kubeconfig', sentence);
}

interface Source {
  readonly options: ConnectOptions;
  readonly chosen: ChosenContext;
  readonly context: KeptContext;
}

/** The server's authority is read again with the credentials, and also beside those of an exec plugin, which may be good for ever. */
function authenticationOf(source: Source): Authentication {
  const { current, refuse } = keptAuthentication(async () => obtain(source), source.options.now);
  return {
    current: async (signal) => {
      const credentials = await current(signal);
      await source.context.refresh();
      return credentials;
    },
    refuse,
  };
}

/** As client-go has it: a certificate beside whatever else there is; a token file before a token, an exec plugin last. */
async function obtain({ options, chosen, context }: Source): Promise<DatedCredentials> {
  const { now, environment, signal } = options;
  const { cluster, user } = chosen;
  const { credentials, tls } = await context.read();
  const until = now() + FILE_LIFE;
  if (user.tokenFile !== undefined) {
    const authorization = `Bearer ${await readToken(user.tokenFile)}`;
    return { credentials: { ...credentials, authorization }, until };
  }
  if (user.exec === undefined || credentials.authorization !== undefined) return { credentials, until };
  const plugin = user.exec;
  const caData = tls.ca === undefined ? undefined : Buffer.from(tls.ca).toString('base64');
  const given = await runExecPlugin({ plugin, cluster, caData, environment, signal, timeout: EXEC_TIMEOUT });
  return { ...given, credentials: { ...credentials, ...given.credentials } };
}

async function readToken(file: string): Promise<string> {
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KubeError('CREDENTIALS', file, 'this token file cannot be read', { cause });
  });
  if (token.trim() === '') throw new KubeError('CREDENTIALS', file, 'this token file is empty');
  return token.trim();
}

function serverOf({ name, cluster }: ChosenContext): URL {
  const { server } = cluster;
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new KubeError('CONFIGURATION', `context ${name}`, `the server of its cluster is no URL: ${server}`);
}
