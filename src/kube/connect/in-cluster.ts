import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { ChosenContext } from './choose-context.ts';

/** Where the kubelet puts a pod's service account. */
export const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The cluster that this process runs in, as every pod finds it; `undefined` outside of one. */
export async function inClusterContext(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<ChosenContext | undefined> {
  const host = environment['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = environment['KUBERNETES_SERVICE_PORT'] ?? '';
  const tokenFile = path.join(folder, 'token');
  const token = await readFile(tokenFile, 'utf8').catch(() => undefined);
  if (host === '' || port === '' || token === undefined) return undefined;
  const namespace = await readFile(path.join(folder, 'namespace'), 'utf8').catch(() => '');
  return {
    name: 'in-cluster',
    cluster: { server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`, caFile: path.join(folder, 'ca.crt') },
    user: { tokenFile, impersonation: { groups: [], extra: {} } },
    namespace: namespace.trim() === '' ? 'default' : namespace.trim(),
  };
}
