import { KubeError } from '../kube-error.ts';
import type { Cluster, Kubeconfig, User } from './kubeconfig.ts';

/** One cluster, and who we are to it. */
export interface ChosenContext {
  readonly name: string;
  readonly cluster: Cluster & { readonly server: string };
  readonly user: User;
  readonly namespace: string;
}

const NOBODY: User = { impersonation: { groups: [], extra: {} } };

/** The context of a name, else the current one. */
export function chooseContext(config: Kubeconfig, wanted: string | undefined): ChosenContext {
  const name = wanted ?? config.currentContext;
  const known = [...config.contexts.keys()].join(', ') || 'none';
  if (name === undefined) {
    throw failure('kubeconfig', `it has no current context; choose one with --context (there are: ${known})`);
  }
  const subject = `context ${name}`;
  const context = config.contexts.get(name);
  if (context === undefined) throw failure(subject, `the kubeconfig has no such context (there are: ${known})`);
  const cluster = config.clusters.get(context.cluster);
  if (cluster?.server === undefined)
    throw failure(subject, `the kubeconfig has no server of cluster "${context.cluster}"`);
  const user = context.user === '' ? NOBODY : config.users.get(context.user);
  if (user === undefined) throw failure(subject, `the kubeconfig has no user "${context.user}"`);
  return { name, cluster: { ...cluster, server: cluster.server }, user, namespace: context.namespace ?? 'default' };
}

function failure(subject: string, sentence: string): KubeError {
  return new KubeError('CONFIGURATION', subject, sentence);
}
