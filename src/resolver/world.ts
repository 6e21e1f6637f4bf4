import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import type { Secret } from '../api/core/secret.ts';
import type { ServiceAccount } from '../api/core/service-account.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';

/** Where an object lives; an absent namespace is the one that the input leaves open. */
export type Namespace = string | undefined;

/** What is known beside the Build itself: from files, or from a cluster and a registry. */
export interface World {
  serviceAccount(namespace: Namespace, name: string): ServiceAccount | undefined;
  /** All that are known in a namespace: what they list may not be bound as a service. */
  serviceAccounts(namespace: Namespace): readonly ServiceAccount[];
  secret(namespace: Namespace, name: string): Secret | undefined;
  builder(namespace: Namespace, name: string): KnownBuilder | undefined;
  clusterBuilder(name: string): KnownBuilder | undefined;
  /** Facts of an image, whatever the spelling of its reference. */
  imageFacts(image: string): ImageFacts | undefined;
  /** The Secret that a provisioned service binds (servicebinding.io 1.0, Provisioned Service). */
  provisionedService(reference: ServiceReference): ProvisionedService | undefined;
}

/** What matters of a Builder to those who build with it. */
export type KnownBuilder = Pick<Builder | ClusterBuilder, 'kind' | 'metadata' | 'status'>;

export interface ServiceReference {
  readonly namespace: Namespace;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface ProvisionedService {
  /** `status.binding.name`; absent: nothing is bound. */
  readonly secret?: string;
}
