import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import type { SourceResolver } from '../../core/api/kpack/source-resolver.ts';
import { keyOf } from '../../clients/kube/client/kube-object.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { Identity } from '../kit/identity.ts';
import { createExpectations } from '../kit/expectations.ts';
import { imageKeyOf } from './image-caches.ts';
import type { CachedClaim } from './cached-claim.ts';

/** The writes of this process for one kind of object that its cache has not seen yet. */
export interface OwnWritesOf<T> {
  readonly expect: (object: T) => void;
  /** Returns the newer of the cached and the written object. */
  readonly newest: (key: string, cached: T | undefined) => T | undefined;
  /** Returns the written object that the cache has not caught up with. */
  readonly pending: (key: string) => T | undefined;
  /** Returns the milliseconds until a write that the cache lacks no longer counts; `undefined` if the cache has caught up. */
  readonly expiresInMs: (key: string, cached: T | undefined) => number | undefined;
  readonly onChange: (change: Change<T>) => void;
}

export interface OwnWrites {
  readonly images: OwnWritesOf<Image>;
  readonly resolvers: OwnWritesOf<SourceResolver>;
  readonly claims: OwnWritesOf<CachedClaim>;
  /** The key is that of the Image, which has at most one new Build. */
  readonly builds: OwnWritesOf<Build>;
}

export function createOwnWrites(clock: Pick<Clock, 'elapsed'>): OwnWrites {
  return {
    images: ownWritesOf<Image>(clock, keyOf),
    resolvers: ownWritesOf<SourceResolver>(clock, keyOf),
    claims: ownWritesOf<CachedClaim>(clock, keyOf),
    builds: ownWritesOf<Build>(clock, imageKeyOf),
  };
}

interface Written {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

interface Expected<T> extends Identity {
  readonly object: T;
}

function ownWritesOf<T extends Written>(clock: Pick<Clock, 'elapsed'>, keyFor: (object: T) => string): OwnWritesOf<T> {
  const expectations = createExpectations<Expected<T>>(clock);
  return {
    expect: (object) => expectations.expect(keyFor(object), identified(object)),
    newest: (key, cached) => expectations.newest(key, cached && identified(cached))?.object,
    pending: (key) => expectations.pending(key)?.object,
    expiresInMs: (key, cached) => {
      expectations.observed(key, cached && identified(cached));
      return expectations.expiresInMs(key);
    },
    onChange: ({ kind, object }) => {
      if (kind === 'deleted') expectations.deleted(keyFor(object), identified(object));
    },
  };
}

function identified<T extends Written>(object: T): Expected<T> {
  const { name, namespace = '', uid = '', resourceVersion = '' } = object.metadata;
  return { name, namespace, uid, resourceVersion, object };
}
