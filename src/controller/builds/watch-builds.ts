import type { OwnerReference } from '../../clients/kube/client/kube-object.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import type { Enqueue } from '../kit/start-controller.ts';
import type { BuildCaches } from './cache/build-caches.ts';
import { builderIndexValue } from './cache/build-record.ts';
import { objectKey, type Identity } from '../kit/identity.ts';
import type { StateBetweenReconciles } from './state-between-reconciles/state-between-reconciles.ts';
import type { Expectations } from '../kit/expectations.ts';
import { taskRunNameOf } from '../../core/model/build-names.ts';

type BetweenReconciles = Pick<StateBetweenReconciles, 'expectations' | 'forget'>;

/** Enqueues a Build if it, its workload or its builder changes. Resolves when all caches have synced. */
export async function watchBuilds(
  caches: BuildCaches,
  builderCaches: BuilderCaches,
  betweenReconciles: BetweenReconciles,
  enqueue: Enqueue,
): Promise<unknown> {
  const { builds, taskRuns } = caches;
  const { builders, clusterBuilders } = builderCaches;
  const enqueueIndexed = (index: 'active' | 'builder', value: string): void => {
    for (const { namespace, name } of builds.store.byIndex(index, value)) enqueue(objectKey(namespace, name));
  };
  watchOwnObjects(caches, betweenReconciles, enqueue);
  taskRuns.onServed(() => enqueueIndexed('active', ''));
  watchBuilders(builderCaches, (value) => enqueueIndexed('builder', value));
  return Promise.all([caches.synced, builders.synced, clusterBuilders.synced]);
}

function watchBuilders({ builders, clusterBuilders }: BuilderCaches, onChange: (indexValue: string) => void): void {
  for (const cache of [builders, clusterBuilders]) {
    cache.subscribe(({ object: { kind, metadata } }) => {
      const { namespace = '', name } = metadata;
      onChange(builderIndexValue({ kind, namespace: kind === 'Builder' ? namespace : '', name }));
    });
  }
  builders.subscribeUnreadable((key) => onChange(`Builder/${key}`));
  clusterBuilders.subscribeUnreadable((key) => onChange(`ClusterBuilder/${key}`));
}

function watchOwnObjects(
  { builds, pods, taskRuns }: BuildCaches,
  betweenReconciles: BetweenReconciles,
  enqueue: Enqueue,
): void {
  const { expectations, forget } = betweenReconciles;
  builds.subscribe((change) => {
    const { kind, key, object } = change;
    observeChange(expectations.builds, change);
    if (kind === 'deleted' || object.kind === 'inactive') forget(object.uid);
    if (kind !== 'deleted' && (object.kind === 'active' || isSigned(object, taskRuns))) enqueue(key);
  });
  pods.subscribe((change) => {
    const { object } = change;
    observeChange(expectations.pods, change);
    enqueueOwner(object, (name) => taskRuns.get(objectKey(object.namespace, name))?.owner, enqueue);
  });
  taskRuns.subscribe((change) => {
    observeChange(expectations.taskRuns, change);
    enqueueOwner(change.object, () => undefined, enqueue);
  });
}

/** True if Tekton Chains signs the image of a finished Build with a login that the controller gives. */
function isSigned({ namespace, name }: Identity, taskRuns: Pick<BuildCaches['taskRuns'], 'get'>): boolean {
  return taskRuns.get(objectKey(namespace, taskRunNameOf(name)))?.chains !== undefined;
}

function observeChange<T extends Identity>(expectations: Expectations<T>, { kind, key, object }: Change<T>): void {
  if (kind === 'deleted') expectations.deleted(key, object);
  else expectations.observed(key, object);
}

/** Enqueues the Build that owns a Pod or TaskRun. A TaskRun owns the Pod that Tekton created for the TaskRun. */
function enqueueOwner(
  { namespace, owner }: Identity & { readonly owner: OwnerReference | undefined },
  ownerOfTaskRun: (name: string) => OwnerReference | undefined,
  enqueue: Enqueue,
): void {
  const build = owner?.kind === 'TaskRun' ? ownerOfTaskRun(owner.name) : owner;
  if (build?.kind === 'Build') enqueue(objectKey(namespace, build.name));
}
