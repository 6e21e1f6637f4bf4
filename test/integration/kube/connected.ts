import { kubeClient, type KubeClient } from '../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { Resource } from '../../../src/clients/kube/client/resource.ts';
import { loadClientConfig } from '../../../src/clients/kube/config/load-client-config.ts';
import { makeDispatchers } from '../../../src/clients/kube/transport/dispatchers.ts';
import { makeTransport, type Transport } from '../../../src/clients/kube/transport/transport.ts';
import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';

export const CONFIG_MAPS: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  isNamespaced: true,
};

/** Connects to an API server as taskpack does. */
export interface Connected {
  readonly transport: Transport;
  readonly client: KubeClient;
  readonly close: () => Promise<void>;
}

export async function connected(kubeconfig: string): Promise<Connected> {
  const access = await loadClientConfig({ environment: {}, now: Date.now, selection: { kubeconfig } });
  const dispatchers = makeDispatchers(access.tls, access.proxy);
  const transport = makeTransport({
    config: access,
    dispatchers,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    userAgent: 'taskpack-test',
  });
  return { transport, client: kubeClient(transport), close: dispatchers.close };
}

export function configMap(namespace: string, name: string, data: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}
