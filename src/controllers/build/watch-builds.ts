import type { Change } from '../../kube/reflector/change.ts';
import type { BuilderCaches } from '../builders/builder-caches.ts';
import type { Enqueue } from '../start-controller.ts';
import type { BuildContext } from './build-context.ts';
import type { BuildCaches } from './kept/build-caches.ts';
import { builderPlace } from './kept/builder-reference.ts';
import { keyIn, type Identity, type OwnedBy } from './kept/identity.ts';
import type { Recent } from './kept/recent.ts';

/** Looks at a Build when it, what runs it, or what it waits for has changed; resolves when all has been seen once. */
export async function watchBuilds(
  caches: BuildCaches,
  { builders, clusterBuilders }: BuilderCaches,
  context: BuildContext,
  enqueue: Enqueue,
): Promise<unknown> {
  const { builds, taskRuns } = caches;
  const again = (index: string, value: string): void => {
    for (const { namespace, name } of builds.store.byIndex(index, value)) enqueue(keyIn(namespace, name));
  };
  watchRecords(caches, context, enqueue);
  taskRuns.onServed(() => again('active', ''));
  for (const cache of [builders, clusterBuilders]) {
    cache.subscribe(({ object: { kind, metadata } }) => {
      const { namespace = '', name } = metadata;
      again('builder', builderPlace({ kind, namespace: kind === 'Builder' ? namespace : '', name }));
    });
  }
  builders.subscribeUnreadable((key) => again('builder', `Builder/${key}`));
  clusterBuilders.subscribeUnreadable((key) => again('builder', `ClusterBuilder/${key}`));
  return Promise.all([caches.synced, builders.synced, clusterBuilders.synced]);
}

function watchRecords(
  { builds, pods, taskRuns }: BuildCaches,
  { recent, pace, denials, sightings }: BuildContext,
  enqueue: Enqueue,
): void {
  builds.subscribe((change) => {
    const { kind, key, object } = change;
    take(recent.builds, change);
    if (kind !== 'deleted' && object.kind === 'active') return enqueue(key);
    pace.forget(object.uid);
    sightings.forget(object.uid);
    denials.forget(object.uid);
  });
  pods.subscribe((change) => {
    const { object } = change;
    take(recent.pods, change);
    enqueueOwner(object, (name) => taskRuns.get(keyIn(object.namespace, name))?.owner, enqueue);
  });
  taskRuns.subscribe((change) => {
    take(recent.taskRuns, change);
    enqueueOwner(change.object, () => undefined, enqueue);
  });
}

function take<T extends Identity>(recent: Recent<T>, { kind, key, object }: Change<T>): void {
  if (kind === 'deleted') recent.gone(key, object);
  else recent.seen(key, object);
}

/** The Build that a Pod or TaskRun belongs to, by way of the TaskRun where Tekton has made the Pod. */
function enqueueOwner(
  { namespace, owner }: Identity & { readonly owner: OwnedBy | undefined },
  ownerOfTaskRun: (name: string) => OwnedBy | undefined,
  enqueue: Enqueue,
): void {
  const build = owner?.kind === 'TaskRun' ? ownerOfTaskRun(owner.name) : owner;
  if (build?.kind === 'Build') enqueue(keyIn(namespace, build.name));
}
