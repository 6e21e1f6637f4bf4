import { readFileSync } from 'node:fs';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { startAdmissionServer } from '../../cluster/injectors/admission-server.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';

/**
 * Gives the controller's Pods the API server's address. In other clusters, Pods reach the API server by DNS and kube-proxy, which
 * this cluster lacks. The installed objects stay as they are. Returns a function that ends this.
 */
export async function giveApiServerAddress({ client, certificates }: NodeCluster): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(client.address.server);
  const server = await startAdmissionServer(certificates, async () =>
    Object.entries({ KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }).map(([name, value]) => ({
      op: 'add',
      path: '/spec/containers/0/env/-',
      value: { name, value },
    })),
  );
  const configuration = webhook(server.url, readFileSync(certificates.authority).toString('base64'));
  await client.put(configuration);
  return async () => {
    await client.delete(configuration);
    await server.stop();
  };
}

function webhook(url: string, caBundle: string): KubernetesObject {
  const namespace = { key: 'kubernetes.io/metadata.name', operator: 'In', values: [CONTROLLER_NAMESPACE] };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'api-server-address' },
    webhooks: [
      {
        name: 'api-server-address.example.com',
        clientConfig: { url, caBundle },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        namespaceSelector: { matchExpressions: [namespace] },
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  };
}
