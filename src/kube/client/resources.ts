import type { Resource } from './resource.ts';

/** Resources of Kubernetes itself that this folder speaks of. */
export const PODS: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', isNamespaced: true };

export const EVENTS: Resource = {
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  isNamespaced: true,
};

export const LEASES: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  isNamespaced: true,
};

export const CUSTOM_RESOURCE_DEFINITIONS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  isNamespaced: false,
};

export const SECRETS: Resource = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', isNamespaced: true };

export const SERVICE_ACCOUNTS: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  isNamespaced: true,
};
