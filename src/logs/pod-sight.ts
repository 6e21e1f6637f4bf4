import type { KubeObject } from '../kube/client/kube-object.ts';

/** What is to be seen of a Build's pod. */
export type PodSight =
  | { readonly kind: 'absent' }
  /** There is none, and none will be: the Build has ended without. */
  | { readonly kind: 'never' }
  | { readonly kind: 'present'; readonly pod: KubeObject }
  /** As it was last. */
  | { readonly kind: 'deleted'; readonly pod: KubeObject };
