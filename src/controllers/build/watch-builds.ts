import type { BuilderCaches } from '../builders/builder-caches.ts';
import type { Enqueue } from '../start-controller.ts';
import type { BuildContext } from './build-context.ts';
import type { BuildCaches } from './kept/build-caches.ts';
import { builderPlace } from './kept/builder-reference.ts';
import { keyIn, type Identity, type OwnedBy } from './kept/identity.ts';

/** Looks at a Build when it, what runs it, or what it waits for has changed; resolves when all has been seen once. */
export async function watchBuilds(
  caches: BuildCaches,
  { builders, clusterBuilders }: BuilderCaches,
  context: BuildContext,
  enqueue: Enqueue,
): Promise<unknown> {
  const { builds, taskRuns } = caches;
  const again = (index: string, value: string): void => {
    for (const { namespace, name } of builds.store.byIndex(index, value)) enqueue.now(keyIn(namespace, name));
  };
  watchRecords(caches, context, enqueue);
  taskRuns.onServed(() => again('active', ''));
  for (const cache of [builders, clusterBuilders]) {
    cache.subscribe(({ object: { kind, metadata } }) => {
      const { namespace = '', name } = metadata;
      again('builder', builderPlace({ kind, namespace: kind === 'Builder' ? namespace : '', name }));
    });
  }
  return Promise.all([caches.synced, builders.synced, clusterBuilders.synced]);
}

function watchRecords(
  { builds, pods, taskRuns }: BuildCaches,
  { recent, pace, denials }: BuildContext,
  enqueue: Enqueue,
): void {
  builds.subscribe(({ kind, key, object }) => {
    recent.builds.seen(key, kind === 'deleted' ? undefined : object);
    if (kind !== 'deleted' && object.kind === 'active') return enqueue.now(key);
    pace.forget(object.uid);
    denials.forget(object.uid);
  });
  pods.subscribe(({ kind, key, object }) => {
    recent.pods.seen(key, kind === 'deleted' ? undefined : object);
    enqueueOwner(object, (name) => taskRuns.get(keyIn(object.namespace, name))?.owner, enqueue);
  });
  taskRuns.subscribe(({ kind, key, object }) => {
    recent.taskRuns.seen(key, kind === 'deleted' ? undefined : object);
    enqueueOwner(object, () => undefined, enqueue);
  });
}

/** The Build that a Pod or TaskRun belongs to, by way of the TaskRun where Tekton has made the Pod. */
function enqueueOwner(
  { namespace, owner }: Identity & { readonly owner: OwnedBy | undefined },
  ownerOfTaskRun: (name: string) => OwnedBy | undefined,
  enqueue: Enqueue,
): void {
  const build = owner?.kind === 'TaskRun' ? ownerOfTaskRun(owner.name) : owner;
  if (build?.kind === 'Build') enqueue.now(keyIn(namespace, build.name));
}
