import type { KindDefinition, Named } from '../../api/reading/kind.ts';
import { keyOf } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import type { Change } from '../../kube/reflector/change.ts';
import type { Store } from '../../kube/reflector/store.ts';
import { cached, type CacheCollaborators, type Cached } from './cached.ts';
import { objectReader, type ReadObject, type Unreadable } from './object-reader.ts';

/** Objects of a kind that can be read, as if there were no others; and what the others are. */
export interface ReadableCache<T> extends Cached<T> {
  /** `undefined` for what can be read or is not there. */
  readonly unreadable: (key: string) => Unreadable | undefined;
  /** Tells of each that cannot be read, at first and when it has changed. */
  readonly subscribeUnreadable: (listener: (key: string) => void) => void;
}

/** Begins to keep the objects of a kind. */
export function readableCache<T extends Named>(
  { resource, definition }: { readonly resource: Resource; readonly definition: KindDefinition<T> },
  shell: CacheCollaborators,
): ReadableCache<T> {
  const read = objectReader(definition);
  const all = cached<ReadObject<T>>(
    {
      resource,
      parse: (object) => {
        const kept = read(object);
        const { report } = shell;
        if (kept.kind === 'unreadable') {
          report({ resource, during: 'read', key: keyOf(object), error: new Error(kept.complaint) });
        }
        return kept;
      },
    },
    shell,
  );
  return readableView(all);
}

/** What of a cache can be read, and what cannot. */
export function readableView<T>({ store, subscribe, ...rest }: Cached<ReadObject<T>>): ReadableCache<T> {
  return {
    ...rest,
    store: readableStore(store),
    unreadable: (key) => {
      const kept = store.get(key);
      return kept?.kind === 'unreadable' ? kept : undefined;
    },
    subscribe: (listener) =>
      subscribe((change) => {
        const readable = readableChange(change);
        if (readable !== undefined) listener(readable);
      }),
    subscribeUnreadable: (listener) => {
      subscribe(({ kind, key, object }) => {
        if (kind !== 'deleted' && object.kind === 'unreadable') listener(key);
      });
    },
  };
}

function readableStore<T>(store: Store<ReadObject<T>>): Store<T> {
  const values = (kept: ReadObject<T> | undefined): readonly T[] => (kept?.kind === 'readable' ? [kept.value] : []);
  return {
    get: (key) => values(store.get(key))[0],
    list: () => store.list().flatMap(values),
    entries: () => [...store.entries()].flatMap(([key, kept]) => values(kept).map((value) => [key, value] as const)),
    byIndex: (index, value) => store.byIndex(index, value).flatMap(values),
  };
}

/** One that cannot be read any more is as one that has gone. */
function readableChange<T>(change: Change<ReadObject<T>>): Change<T> | undefined {
  const { kind, key, object } = change;
  const previous = kind === 'updated' ? change.previous : undefined;
  if (object.kind === 'unreadable') {
    return previous?.kind === 'readable'
      ? { kind: 'deleted', key, object: previous.value, isTombstone: false }
      : undefined;
  }
  switch (kind) {
    case 'deleted':
      return { kind, key, object: object.value, isTombstone: change.isTombstone };
    case 'added':
      return { kind, key, object: object.value };
    case 'updated':
      return previous?.kind === 'readable'
        ? { kind, key, object: object.value, previous: previous.value }
        : { kind: 'added', key, object: object.value };
  }
}
