import { isJsonObject, type JsonObject } from '../../../core/model/json.ts';
import { runProgram, type ProgramOutput } from '../../run-program.ts';
import { KubeError } from '../kube-error.ts';
import type { Credentials, ExpiringCredentials } from './authentication.ts';
import type { Cluster, ExecPlugin } from './kubeconfig.ts';

export interface ExecOptions {
  readonly plugin: ExecPlugin;
  readonly cluster: Cluster;
  /** The certificate authority in base64. */
  readonly caData: string | undefined;
  /** The complete environment of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The timeout of one run. */
  readonly timeoutMs: number;
}

/**
 * Runs an exec plugin once and returns its credentials. Ignores its stderr, which may contain secrets. Rejects with
 * `CREDENTIALS`.
 */
export async function runExecPlugin(options: ExecOptions): Promise<ExpiringCredentials> {
  const { plugin } = options;
  if (plugin.interactiveMode === 'Always')
    throw failure(plugin, 'needs a terminal (interactiveMode Always), which taskpack does not provide');
  const { status, output } = await startPlugin(options);
  if (status !== 0) {
    throw failure(plugin, `exits with status ${status ?? 'unknown'}; run it by hand to see why`);
  }
  const answer = readExecCredential(output);
  if (typeof answer === 'string') throw failure(plugin, answer);
  return answer;
}

async function startPlugin({
  plugin,
  cluster,
  caData,
  environment,
  timeoutMs: timeout,
}: ExecOptions): Promise<ProgramOutput> {
  const env = { ...environment, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin, cluster, caData) };
  try {
    return await runProgram(plugin.command, plugin.args, { environment: env, timeoutMs: timeout });
  } catch (cause) {
    throw cannotStart(plugin, cause);
  }
}

function cannotStart(plugin: ExecPlugin, cause: unknown): KubeError {
  const hint = plugin.installHint === undefined ? '' : `: ${plugin.installHint.trim().split(/\s+/).join(' ')}`;
  return failure(
    plugin,
    `cannot be started; check that it is installed${hint === '' ? '' : `. The kubeconfig says${hint}`}`,
    cause,
  );
}

function failure({ command }: ExecPlugin, message: string, cause?: unknown): KubeError {
  return new KubeError('CREDENTIALS', `exec plugin ${command}`, `the exec plugin of the kubeconfig ${message}`, {
    cause,
  });
}

/** Credentials are renewed this long before they expire. */
const RENEW_BEFORE_EXPIRY_MS = 10_000;

/** Returns the value of KUBERNETES_EXEC_INFO (client-go credential plugins, "Input and output formats"). */
function execInfo({ apiVersion, providesClusterInfo }: ExecPlugin, cluster: Cluster, caData?: string): string {
  const info = {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.skipTlsVerify,
    'certificate-authority-data': caData,
    'proxy-url': cluster.proxyUrl,
  };
  const spec = { interactive: false, ...(providesClusterInfo && { cluster: info }) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

/** Parses the plugin's output. Credentials without an expiry never expire. Returns a text if the output is invalid. */
function readExecCredential(output: string): ExpiringCredentials | string {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    // The parser's error would quote the secret.
  }
  if (!isJsonObject(answer) || answer['kind'] !== 'ExecCredential') return 'does not print an ExecCredential';
  const status = isJsonObject(answer['status']) ? answer['status'] : {};
  const credentials = credentialsOf(status);
  if (credentials === undefined) return 'prints neither a token nor a complete client certificate';
  const { expirationTimestamp } = status;
  const expiry = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : Number.NaN;
  return {
    credentials,
    expiresAtMs: Number.isNaN(expiry) ? Number.POSITIVE_INFINITY : expiry - RENEW_BEFORE_EXPIRY_MS,
  };
}

function credentialsOf({ token, clientCertificateData, clientKeyData }: JsonObject): Credentials | undefined {
  const hasToken = typeof token === 'string' && token !== '';
  const hasCertificate = typeof clientCertificateData === 'string' && typeof clientKeyData === 'string';
  if (!hasToken && !hasCertificate) return undefined;
  return {
    ...(hasToken && { authorization: `Bearer ${token}` }),
    ...(hasCertificate && { certificate: { cert: clientCertificateData, key: clientKeyData } }),
  };
}
