import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { KindDefinition } from '../../api/reading/kind.ts';
import type { ObjectMeta } from '../../api/meta/object-meta.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import type { Reading } from '../../builders/reading.ts';
import type { Resource } from '../../kube/client/resource.ts';
import type { Account } from '../../registry-access/account.ts';

/** An object that names images of which builders are made, and whose status says what is in them. */
export interface Part {
  readonly metadata: ObjectMeta;
  readonly status?: Pick<NonNullable<ClusterStack['status']>, 'observedGeneration' | 'conditions'>;
}

/** What the controller of a kind of parts must know of it. */
export interface PartKind<T extends Part> {
  readonly resource: Resource;
  readonly definition: KindDefinition<T>;
  readonly images: (part: T) => readonly string[];
  /** Who asks for them. */
  readonly account: (part: T) => Account | undefined;
  /** All of the status but conditions and generation, from the facts of the images in their order. */
  readonly describe: (part: T, facts: readonly ImageFacts[]) => Reading<object>;
  /** Whether the status has all that a builder's digest needs; what kpack wrote may lack some. */
  readonly isComplete: (part: T) => boolean;
}

/** A custom resource of kpack's. */
export function kpackResource(kind: string, plural: string, isNamespaced: boolean): Resource {
  return { group: 'kpack.io', version: 'v1alpha2', plural, kind, isNamespaced };
}
