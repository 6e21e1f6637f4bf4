import type { Resource } from '../../clients/kube/client/resource.ts';

function core(plural: string, kind: string): Resource {
  return { group: '', version: 'v1', plural, kind, isNamespaced: true };
}

function clusterWide(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, isNamespaced: false };
}

/** The resources of Kubernetes that only `taskpack doctor` reads. */
export const RESOURCE_QUOTAS = core('resourcequotas', 'ResourceQuota');
export const LIMIT_RANGES = core('limitranges', 'LimitRange');
export const SERVICES = core('services', 'Service');
export const MUTATING_WEBHOOKS = clusterWide(
  'admissionregistration.k8s.io',
  'mutatingwebhookconfigurations',
  'MutatingWebhookConfiguration',
);
export const VALIDATING_WEBHOOKS = clusterWide(
  'admissionregistration.k8s.io',
  'validatingwebhookconfigurations',
  'ValidatingWebhookConfiguration',
);
