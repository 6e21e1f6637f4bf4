import type { PlatformApi } from '../../core/model/platform-api.ts';
import type { ClusterLifecycle } from '../../core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../core/api/kpack/cluster-stack.ts';
import { isReady, type BuilderResources } from '../../core/builders/builder-resources.ts';
import type { BuilderImage } from '../../core/builders/image/builder-image.ts';
import { makeBuilder } from '../../core/builders/make-builder.ts';
import { readBuilder, type BuilderReading } from '../../core/builders/read-builder.ts';
import { readLifecycle } from '../../core/builders/resources/lifecycle.ts';
import { readStack } from '../../core/builders/resources/stack.ts';
import type { BuildpackResourceCaches } from '../buildpack-resources/resource-caches.ts';
import type { AnyBuilder } from './builder-kinds.ts';
import type { OrderImages } from './order-images.ts';

/** The current buildpack resources of a cluster. */
export type BuildpackResourceStores = {
  readonly [Kind in keyof BuildpackResourceCaches]: Pick<BuildpackResourceCaches[Kind], 'store'>;
};

/** Returns what a builder can be made of: the cluster's buildpack resources and the images that its order names. */
export function builderResources(stores: BuildpackResourceStores, images: OrderImages): BuilderResources {
  return {
    buildpacks: () => stores.buildpacks.store.list(),
    clusterBuildpacks: () => stores.clusterBuildpacks.store.list(),
    clusterStore: (name) => stores.clusterStores.store.get(name),
    clusterStack: (name) => stores.clusterStacks.store.get(name),
    clusterLifecycle: (name) => stores.clusterLifecycles.store.get(name),
    imageFacts: (image) => images.get(image)?.facts,
  };
}

export type AssembledBuilder =
  | { readonly kind: 'assembled'; readonly image: BuilderImage; readonly reading: BuilderReading }
  /** The message is kpack's if kpack has one. `isUnread` if the stack or lifecycle has no status yet. */
  | { readonly kind: 'refused'; readonly message: string; readonly isUnread?: true }
  /** The controllers of the buildpack resources have not read all images yet. */
  | { readonly kind: 'waiting' };

/** Assembles the image of a builder without asking a registry. */
export function assembleBuilder(
  builder: AnyBuilder,
  resources: BuilderResources,
  maximumPlatformApi: PlatformApi | undefined,
): AssembledBuilder {
  const missing = missingResource(builder, resources);
  if (missing !== undefined)
    return { kind: 'refused', message: missing, ...(isUnread(builder, resources) && { isUnread: true }) };
  const reading = readBuilder(builder, resources);
  const made = makeBuilder(reading, maximumPlatformApi);
  if (made.kind === 'made') return { kind: 'assembled', image: made.image, reading };
  const errors = made.problems.filter(({ severity }) => severity === 'error');
  const permanent = errors.filter(({ lacksFactsOf }) => lacksFactsOf === undefined);
  if (permanent.length === 0) return { kind: 'waiting' };
  return { kind: 'refused', message: [...new Set(permanent.map(({ message }) => message))].join('; ') };
}

/**
 * Returns why a resource that the builder names cannot be used, in the words and in the order of kpack's reconciler;
 * `undefined` if all can be used.
 */
function missingResource({ kind, spec }: AnyBuilder, resources: BuilderResources): string | undefined {
  const store = spec.store?.name ?? '';
  if (store !== '' && resources.clusterStore(store) === undefined) return notFound('clusterstore', store);
  const stack = resources.clusterStack(spec.stack.name);
  if (stack === undefined) return notFound('clusterstack', spec.stack.name);
  if (!isUsableStack(stack, resources)) {
    return kind === 'Builder'
      ? `Error: clusterstack '${spec.stack.name}' is not ready`
      : `stack ${spec.stack.name} is not ready`;
  }
  const lifecycle = resources.clusterLifecycle(spec.lifecycle.name);
  if (lifecycle === undefined) return notFound('clusterlifecycle', spec.lifecycle.name);
  if (!isUsableLifecycle(lifecycle, resources)) {
    return `Error: clusterlifecycle '${spec.lifecycle.name}' is not ready`;
  }
  return undefined;
}

/** True if the stack or the lifecycle exists and its controller has not read its images yet. */
function isUnread({ spec }: AnyBuilder, resources: BuilderResources): boolean {
  const named = [resources.clusterStack(spec.stack.name), resources.clusterLifecycle(spec.lifecycle.name)];
  return (
    named.every((resource) => resource !== undefined) && named.some(({ status }) => status?.conditions === undefined)
  );
}

function notFound(resource: string, name: string): string {
  return `${resource}.kpack.io "${name}" not found`;
}

/** True if the stack is ready, or if its status still has the content from before a registry failure. */
function isUsableStack(stack: ClusterStack, resources: BuilderResources): boolean {
  return isReady(stack.status) || readStack(stack, resources).kind === 'known';
}

function isUsableLifecycle(lifecycle: ClusterLifecycle, resources: BuilderResources): boolean {
  return isReady(lifecycle.status) || readLifecycle(lifecycle, resources).kind === 'known';
}
