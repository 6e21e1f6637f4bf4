import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { boundedNames } from '../../../core/model/bounded-messages.ts';
import { KubeError } from '../kube-error.ts';
import type { Cluster, Kubeconfig, User } from './kubeconfig.ts';

/** The cluster and user of a context. */
export interface SelectedContext {
  readonly name: string;
  readonly cluster: Cluster & { readonly server: string };
  readonly user: User;
  readonly namespace: string;
}

const ANONYMOUS: User = { impersonation: { groups: [], extra: {} } };

/** Returns the named context, or the current context if no name is given. Throws `CONFIGURATION`. */
export function selectContext(config: Kubeconfig, wanted: string | undefined): SelectedContext {
  const name = wanted ?? config.currentContext;
  const known = boundedNames([...config.contexts.keys()]) || 'none';
  if (name === undefined) {
    throw failure('kubeconfig', `no current context; select one with --context (available: ${known})`);
  }
  const subject = `context ${name}`;
  const context = config.contexts.get(name);
  if (context === undefined) throw failure(subject, `not found in the kubeconfig (available contexts: ${known})`);
  const cluster = config.clusters.get(context.cluster);
  if (cluster?.server === undefined)
    throw failure(subject, `the kubeconfig has no server for the cluster "${context.cluster}" of this context`);
  const user = context.user === '' ? ANONYMOUS : config.users.get(context.user);
  if (user === undefined)
    throw failure(subject, `the kubeconfig has no user "${context.user}", which this context names`);
  return { name, cluster: { ...cluster, server: cluster.server }, user, namespace: context.namespace ?? 'default' };
}

function failure(subject: string, message: string): KubeError {
  return new KubeError('CONFIGURATION', subject, message);
}

/** The folder where the kubelet mounts the token of a Pod's ServiceAccount. */
export const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Returns the cluster of the Pod that this process runs in, or `undefined` outside of a cluster. */
export async function inClusterContext(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<SelectedContext | undefined> {
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
