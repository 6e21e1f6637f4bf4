import type { Secret } from '../api/kubernetes/secret.ts';
import type { ServiceAccount } from '../api/kubernetes/service-account.ts';
import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import type { NetworkReading } from '../model/build-network.ts';

/** The namespace of an object. `undefined` if the input has no namespace. */
export type Namespace = string | undefined;

/**
 * Looks up the objects and images that Builds refer to: in files, or in a cluster and its registries. Each function
 * returns `undefined` for an unknown object.
 */
export interface ReferencedObjects {
  serviceAccount(namespace: Namespace, name: string): ServiceAccount | undefined;
  /** Returns all known ServiceAccounts of a namespace. A Build must not bind the Secrets that they list. */
  serviceAccounts(namespace: Namespace): readonly ServiceAccount[];
  secret(namespace: Namespace, name: string): Secret | undefined;
  /** True if it is known that there is no such Secret. Files need not contain every Secret. */
  lacksSecret(namespace: Namespace, name: string): boolean;
  builder(namespace: Namespace, name: string): KnownBuilder | undefined;
  clusterBuilder(name: string): KnownBuilder | undefined;
  /**
   * Returns the facts about an image. All spellings of a reference are equal. For an index, the facts are about its image for the
   * architecture; without one, about an image that the caller selects.
   */
  imageFacts(image: string, architecture?: string): ImageFacts | undefined;
  /** The architecture of the facts that `imageFacts` returns if it gets none, as far as the caller has chosen one. */
  readonly factsArchitecture?: string;
  /** Returns the location of these facts as `FILE:LINE:COLUMN`, or `undefined` if they come from a registry. */
  locationOfFacts(image: string, architecture?: string): string | undefined;
  /** Returns the binding of a provisioned service (Service Binding Specification 1.0, Provisioned Service). */
  provisionedService(reference: ServiceReference): ProvisionedService | undefined;
  /** Returns the certificates and proxies of a namespace. */
  network(namespace: Namespace): NetworkReading;
  /** Returns the known object that a reference to an unknown object may mean, and what to do, as the end of a sentence. */
  similarObject(reference: ObjectReference): string | undefined;
}

/** The object that a field names. */
export interface ObjectReference {
  readonly kind: string;
  readonly namespace: Namespace;
  readonly name: string;
}

/** The fields of a Builder or ClusterBuilder that Builds depend on. */
export type KnownBuilder = Pick<Builder | ClusterBuilder, 'kind' | 'metadata' | 'status'>;

/** A reference to a provisioned service. */
export interface ServiceReference extends ObjectReference {
  readonly apiVersion: string;
}

/** A provisioned service. */
export interface ProvisionedService {
  /** `status.binding.name`: the name of the Secret. Absent if the service has no binding yet. */
  readonly secret?: string;
}
