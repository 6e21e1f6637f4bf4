import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../kube/reflector/change.ts';
import type { Part } from './part.ts';

/**
 * What registries failed by, by key, for as long as nothing but statuses changes. Their messages may differ each time,
 * as by the id of a request, and then each that is written is a change: who asked at every change would never stop.
 */
export interface KeptFailures<F> {
  /** To be told of every change of an object before it is looked at. */
  readonly hear: (change: Change<Pick<Part, 'metadata'>>) => void;
  /** Something beside the object has changed: what failed may succeed. */
  readonly outdate: (key: string) => void;
  /** What is to be said once more; `undefined` where registries are to be asked. What is taken is not kept any longer. */
  readonly take: (key: string) => F | undefined;
  readonly keep: (key: string, failure: F) => void;
}

export function keptFailures<F>(): KeptFailures<F> {
  const failures = new Map<string, F>();
  /** What has changed since an object was last looked at; nothing of those whose time has come. */
  const changed = new Map<string, 'status' | 'other'>();
  return {
    hear: (change) => {
      const { key } = change;
      changed.set(key, isOfStatus(change) ? (changed.get(key) ?? 'status') : 'other');
    },
    outdate: (key) => void changed.set(key, 'other'),
    take: (key) => {
      const failure = changed.get(key) === 'status' ? failures.get(key) : undefined;
      changed.delete(key);
      failures.delete(key);
      return failure;
    },
    keep: (key, failure) => void failures.set(key, failure),
  };
}

/** As GenerationChangedPredicate and those of labels and annotations of controller-runtime together have it. */
function isOfStatus(change: Change<Pick<Part, 'metadata'>>): boolean {
  return change.kind === 'updated' && isDeepStrictEqual(wished(change.previous), wished(change.object));
}

function wished({ metadata: { uid, generation, deletionTimestamp, labels, annotations } }: Pick<Part, 'metadata'>) {
  return { uid, generation, deletionTimestamp, labels, annotations };
}
