import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import { isReady } from '../../builders/parts/readiness.ts';
import { readLifecycle } from '../../builders/parts/read-lifecycle.ts';
import { readStack } from '../../builders/parts/read-stack.ts';
import type { BuilderWorld } from '../../builders/world.ts';
import type { AnyBuilder } from './builder-kind.ts';

/** What a builder names and cannot have, in the words and in the order of kpack's reconciler; nothing where it has all. */
export function missingPart({ kind, spec }: AnyBuilder, world: BuilderWorld): string | undefined {
  const store = spec.store?.name ?? '';
  if (store !== '' && world.clusterStore(store) === undefined) return notFound('clusterstore', store);
  const stack = world.clusterStack(spec.stack.name);
  if (stack === undefined) return notFound('clusterstack', spec.stack.name);
  if (!isUsableStack(stack, world)) {
    return kind === 'Builder'
      ? `Error: clusterstack '${spec.stack.name}' is not ready`
      : `stack ${spec.stack.name} is not ready`;
  }
  const lifecycle = world.clusterLifecycle(spec.lifecycle.name);
  if (lifecycle === undefined) return notFound('clusterlifecycle', spec.lifecycle.name);
  if (!isUsableLifecycle(lifecycle, world)) return `Error: clusterlifecycle '${spec.lifecycle.name}' is not ready`;
  return undefined;
}

function notFound(resource: string, name: string): string {
  return `${resource}.kpack.io "${name}" not found`;
}

/** What was read before a registry failed stays in a status, and in use. */
function isUsableStack(stack: ClusterStack, world: BuilderWorld): boolean {
  return isReady(stack.status) || readStack(stack, world).kind === 'known';
}

function isUsableLifecycle(lifecycle: ClusterLifecycle, world: BuilderWorld): boolean {
  return isReady(lifecycle.status) || readLifecycle(lifecycle, world).kind === 'known';
}
