import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { ObjectMeta } from '../../core/api/kubernetes/object-meta.ts';
import type { ReadableCache } from './readable-cache.ts';
import type { Enqueue } from './start-controller.ts';

/**
 * Remembers registry failures by key while nothing but the object's status changes. A failure's message can differ each
 * time, for example by a request id. The status write then triggers a reconcile, which must not ask the registry again.
 */
export interface FailureCache<F> {
  /** Records a change of an object; call it before the object is reconciled. */
  readonly onChange: (change: Change<WatchedObject>) => void;
  /** Drops the failure because something else that the object depends on has changed. */
  readonly invalidate: (key: string) => void;
  /** Removes and returns the failure if only the status has changed; `undefined` if the registries have to be asked. */
  readonly take: (key: string) => F | undefined;
  readonly put: (key: string, failure: F) => void;
}

/** An object of a watch, whose metadata shows if more than the status has changed. */
interface WatchedObject {
  readonly metadata: ObjectMeta;
}

export function failureCache<F>(): FailureCache<F> {
  const failures = new Map<string, F>();
  /** The changes since the last reconcile of a key. A requeued key has no entry. */
  const changes = new Map<string, 'status' | 'other'>();
  return {
    onChange: (change) => {
      const { key } = change;
      changes.set(key, isStatusChange(change) ? (changes.get(key) ?? 'status') : 'other');
    },
    invalidate: (key) => void changes.set(key, 'other'),
    take: (key) => {
      const failure = changes.get(key) === 'status' ? failures.get(key) : undefined;
      changes.delete(key);
      failures.delete(key);
      return failure;
    },
    put: (key, failure) => void failures.set(key, failure),
  };
}

/** Enqueues the changed and the unreadable objects of a cache. The failures know each change before its object is reconciled. */
export function enqueueChanges<T extends WatchedObject, F>(
  cache: ReadableCache<T>,
  failures: FailureCache<F>,
  enqueue: Enqueue,
): void {
  cache.subscribe((change) => {
    failures.onChange(change);
    enqueue(change.key);
  });
  cache.subscribeUnreadable(enqueue);
}

/** As controller-runtime's GenerationChangedPredicate, LabelChangedPredicate and AnnotationChangedPredicate together. */
function isStatusChange(change: Change<WatchedObject>): boolean {
  return change.kind === 'updated' && isDeepStrictEqual(desiredState(change.previous), desiredState(change.object));
}

function desiredState({ metadata }: WatchedObject) {
  const { uid, generation, deletionTimestamp, labels, annotations } = metadata;
  return { uid, generation, deletionTimestamp, labels, annotations };
}
