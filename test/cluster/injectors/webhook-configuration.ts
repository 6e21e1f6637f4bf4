import type { KubernetesObject } from '../kubernetes/object.ts';
import { injectorLabel, type Injector } from './injector.ts';

/** Returns the webhook configuration that sends every new Pod of the injector's namespaces to the injector. */
export function webhookConfiguration(
  variant: string,
  { webhook }: Pick<Injector, 'webhook'>,
  server: { readonly url: string; readonly caBundle: string },
): KubernetesObject {
  const { name, failurePolicy, namespaceExpressions, objectExpressions } = webhook;
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: `injector-${variant}-${new URL(server.url).port}` },
    webhooks: [
      {
        name,
        clientConfig: { url: `${server.url}/${variant}`, caBundle: server.caBundle },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        namespaceSelector: { matchLabels: injectorLabel(variant, server), matchExpressions: namespaceExpressions },
        objectSelector: { matchExpressions: objectExpressions },
        failurePolicy,
        // Dry runs also call the webhook.
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 10,
      },
    ],
  };
}
