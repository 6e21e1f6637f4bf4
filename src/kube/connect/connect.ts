import { readFile } from 'node:fs/promises';
import { makeRedaction } from '../../http/redaction.ts';
import { KubeError } from '../kube-error.ts';
import type { ApiServerAccess, ServerProxy } from './api-server-access.ts';
import { keptAuthentication, type DatedCredentials } from './authentication.ts';
import { chooseContext, type ChosenContext } from './choose-context.ts';
import { runExecPlugin } from './exec-plugin.ts';
import { impersonationHeaders } from './impersonation-headers.ts';
import { inClusterContext, SERVICE_ACCOUNT_FOLDER } from './in-cluster.ts';
import { kubeconfigFiles, readKubeconfigFiles } from './kubeconfig-files.ts';
import { contextReader, type ReadContext } from './static-credentials.ts';

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

/** How long files are taken for what they were, in milliseconds; client-go waits as long with token files. */
const FILE_LIFE = 60_000;
const EXEC_TIMEOUT = 60_000;

/** Finds the cluster and who we are to it, the way kubectl does; sends nothing. */
export async function connect(options: ConnectOptions): Promise<ApiServerAccess> {
  const chosen = await findContext(options);
  const read = contextReader(chosen);
  const { tls } = await read();
  const redaction = makeRedaction();
  const { password } = chosen.user;
  if (password !== undefined) redaction.hide(password);
  const caData = tls.ca === undefined ? undefined : Buffer.from(tls.ca).toString('base64');
  return {
    server: serverOf(chosen),
    namespace: chosen.namespace,
    tls,
    proxy: proxyOf(chosen, options),
    authentication: keptAuthentication(async () => obtain({ options, chosen, read, caData }), options.now),
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
  readonly read: () => Promise<ReadContext>;
  readonly caData: string | undefined;
}

/** As client-go has it: a certificate beside whatever else there is; a token file before a token, an exec plugin last. */
async function obtain({ options, chosen, read, caData }: Source): Promise<DatedCredentials> {
  const { now, environment, signal } = options;
  const { cluster, user } = chosen;
  const { credentials } = await read();
  const until = now() + FILE_LIFE;
  if (user.tokenFile !== undefined) {
    const authorization = `Bearer ${await readToken(user.tokenFile)}`;
    return { credentials: { ...credentials, authorization }, until };
  }
  if (user.exec === undefined || credentials.authorization !== undefined) return { credentials, until };
  const plugin = user.exec;
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

/** The cluster's own proxy goes before that of the environment. */
function proxyOf({ name, cluster: { server, proxyUrl } }: ChosenContext, { environment }: ConnectOptions): ServerProxy {
  if (proxyUrl !== undefined) {
    if (/^https?:\/\//.test(proxyUrl)) return { url: proxyUrl };
    throw new KubeError('CONFIGURATION', `context ${name}`, 'the proxy-url of its cluster is not of http or https');
  }
  const isTls = server.startsWith('https:');
  const variables = [isTls ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'NO_PROXY'];
  const [url, except] = variables.map((variable) => environment[variable] ?? environment[variable.toLowerCase()]);
  return { ...(url !== undefined && { url }), ...(except !== undefined && { except }) };
}
