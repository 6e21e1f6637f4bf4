import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Cluster, ExecPlugin } from './kubeconfig.ts';
import type { Credentials, DatedCredentials } from './authentication.ts';

/** So much before a credential expires the next is asked for, in milliseconds. */
const EARLY = 10_000;

/** What a plugin is told of us, as KUBERNETES_EXEC_INFO (client-go credential plugins, "Input and output formats"). */
export function execInfo({ apiVersion, providesClusterInfo }: ExecPlugin, cluster: Cluster, caData?: string): string {
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

/** The credentials that a plugin answers with, good for ever where it does not say until when; else what is wrong. */
export function readExecCredential(output: string): DatedCredentials | string {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    // The parser's error would quote the secret.
  }
  if (!isJsonObject(answer) || answer['kind'] !== 'ExecCredential') return 'answers with no ExecCredential';
  const status = isJsonObject(answer['status']) ? answer['status'] : {};
  const credentials = credentialsOf(status);
  if (credentials === undefined) return 'answers without a token and without a whole client certificate';
  const { expirationTimestamp } = status;
  const expiry = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : Number.NaN;
  return { credentials, until: Number.isNaN(expiry) ? Number.POSITIVE_INFINITY : expiry - EARLY };
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
