import type { KubernetesObject } from '../kubernetes/object.ts';
import { INJECTOR_LABEL, type Injector } from './injector.ts';

/** What makes the API server ask an injector about every pod that is created where it is at work. */
export function webhookConfiguration(
  variant: string,
  { webhook }: Injector,
  server: { readonly url: string; readonly caBundle: string },
): KubernetesObject {
  const { name, failurePolicy, namespaceExpressions, objectExpressions } = webhook;
  const here = { key: INJECTOR_LABEL, operator: 'In', values: [variant] };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: `injector-${variant}` },
    webhooks: [
      {
        name,
        clientConfig: { url: `${server.url}/${variant}`, caBundle: server.caBundle },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        namespaceSelector: { matchExpressions: [here, ...namespaceExpressions] },
        objectSelector: { matchExpressions: objectExpressions },
        failurePolicy,
        // Dry runs pass through it, too.
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 10,
      },
    ],
  };
}
