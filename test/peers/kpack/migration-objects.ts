import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { KPACK_NAMESPACE } from '../../cluster/kpack/objects.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { sampleBuilder } from '../../demo/sample.ts';

export const NAMESPACE = 'migration';

/** The objects of kpack's release that are not its definitions. The containers of its Deployments only sleep. */
export function kpackRelease(): readonly KubernetesObject[] {
  return [
    deployment('kpack-controller'),
    deployment('kpack-webhook'),
    webhook('MutatingWebhookConfiguration', 'defaults.webhook.kpack.io'),
    webhook('ValidatingWebhookConfiguration', 'validation.webhook.kpack.io'),
  ];
}

function webhook(kind: string, name: string): KubernetesObject {
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks: [] };
}

function deployment(name: string): KubernetesObject {
  const labels = { app: name };
  const container = { name: 'sleeping', image: BUSYBOX_IMAGE, command: ['sh', '-c', 'while sleep 1; do :; done'] };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: KPACK_NAMESPACE.metadata.name },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 1, containers: [container] } },
    },
  };
}

/** A Builder of the namespace, and the resources that it refers to. */
export function migratedBuilder(registry: string, pushed: PushedUniverse): readonly KubernetesObject[] {
  return sampleBuilder(registry, pushed).map((object) => {
    const metadata = { ...object.metadata, ...(object.kind === 'Builder' && { namespace: NAMESPACE }) };
    return { ...object, metadata } as unknown as KubernetesObject;
  });
}

/** An Image of the branch `main` of a repository, and its cache. */
export function migratedImage(name: string, registry: string, url: string, cache: object): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      tag: `${registry}/migration/${name}`,
      serviceAccountName: 'default',
      builder: { kind: 'Builder', name: 'hello' },
      source: { git: { url, revision: 'main' } },
      imageTaggingStrategy: 'BuildNumber',
      failedBuildHistoryLimit: 10,
      successBuildHistoryLimit: 10,
      cache,
    },
  };
}
