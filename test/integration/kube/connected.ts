import { setTimeout as sleep } from 'node:timers/promises';
import { kubeClient, type KubeClient } from '../../../src/kube/client/kube-client.ts';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import type { Resource } from '../../../src/kube/client/resource.ts';
import type { Collaborators } from '../../../src/kube/collaborators.ts';
import { connect } from '../../../src/kube/connect/connect.ts';
import { makeDispatchers } from '../../../src/kube/transport/dispatchers.ts';
import { makeTransport, type Transport } from '../../../src/kube/transport/transport.ts';

export const CONFIG_MAPS: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  isNamespaced: true,
};

export const COLLABORATORS: Collaborators = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: async (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** The way to an API server, as the product has it. */
export interface Connected {
  readonly transport: Transport;
  readonly client: KubeClient;
  readonly close: () => Promise<void>;
}

export async function connected(kubeconfig: string): Promise<Connected> {
  const access = await connect({ environment: {}, now: Date.now, kubeconfig });
  const dispatchers = makeDispatchers(access.tls, access.proxy);
  const transport = makeTransport({ access, dispatchers, collaborators: COLLABORATORS, userAgent: 'taskpack-test' });
  return { transport, client: kubeClient(transport), close: dispatchers.close };
}

export function configMap(namespace: string, name: string, data: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}
