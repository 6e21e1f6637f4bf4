import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import type { Image } from '../api/kpack/image.ts';

/** The fields of a Builder or ClusterBuilder that an Image depends on. */
export type ObservedBuilder = Pick<Builder | ClusterBuilder, 'kind' | 'metadata' | 'status'>;

/** True if the Image names a Builder of another namespace, which an Image cannot use. */
export function namesBuilderElsewhere({ metadata, spec }: Image): boolean {
  const { kind, namespace = '' } = spec.builder;
  // Without a namespace, the Image gets the namespace of the command that applies it.
  const isKnown = metadata.namespace !== undefined && namespace !== '';
  return kind === 'Builder' && isKnown && namespace !== metadata.namespace;
}

/** True if the builder has an image that belongs to its current spec. */
export function isBuilderReady(builder: ObservedBuilder): boolean {
  return conditionOf(builder, 'Ready')?.status === 'True' && isObserved(builder);
}

/** True if the image of the builder contains its current stack and buildpacks. */
export function isBuilderUpToDate(builder: ObservedBuilder): boolean {
  return conditionOf(builder, 'UpToDate')?.status === 'True' && isObserved(builder);
}

/** Returns the message of the condition Ready, which may be empty. */
export function readyMessageOf(builder: ObservedBuilder): string {
  return conditionOf(builder, 'Ready')?.message ?? '';
}

function conditionOf({ status }: ObservedBuilder, type: string) {
  return status?.conditions?.find((condition) => condition.type === type);
}

function isObserved({ metadata, status }: ObservedBuilder): boolean {
  return (metadata.generation ?? 0) === (status?.observedGeneration ?? 0);
}
