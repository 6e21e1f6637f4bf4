import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** RuntimeClasses and PriorityClasses that a golden names and that an administrator creates. */
export const GOLDEN_CLASSES: readonly KubernetesObject[] = [
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'builds-high' }, value: 1000 },
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'gvisor' }, handler: 'runsc' },
];

/**
 * Goldens whose workloads differ in form. Tests that need much time for each workload take these, and all goldens with the whole
 * matrix.
 */
export const FORMS: readonly string[] = [
  'kpack-sample-build',
  'bindings-cnb-v1alpha1',
  'bindings-secrets',
  'cache-registry-later-build',
  'cache-volume',
  'cosign-annotations',
  'credentials-of-every-kind',
  'default-process-with-dollars',
  'env-from-secrets',
  'env-value-from',
  'env-value-from-with-substitution',
  'inputs-above-an-annotation',
  'isolated-account-in-the-input',
  'option-no-dummy-sidecar',
  'option-waiter-by-init-container',
  'placement',
  'placement-with-substitution',
  'platform-api-0-7',
  'rebase',
  'resources-devices-and-huge-pages',
  'resources-limits',
  'run-image-of-the-build',
  'source-blob-secret',
  'source-registry-pull-secrets',
];
