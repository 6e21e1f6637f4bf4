import type { Selection } from '../client/list-pages.ts';
import type { Resource } from '../client/resource.ts';
import type { Collaborators } from '../collaborators.ts';
import { errorEffect } from '../error-effect.ts';
import { KubeError } from '../kube-error.ts';
import type { Transport } from '../transport/transport.ts';
import { makeBackoff, type Backoff } from './backoff.ts';
import { listAll } from './list-all.ts';
import { makeReplica, type Replica, type ReplicaOptions } from './replica.ts';
import type { Store } from './store.ts';
import { watchEvents } from './watch-events.ts';

export interface ReflectorOptions<T> extends ReplicaOptions<T> {
  readonly transport: Transport;
  readonly collaborators: Collaborators;
  readonly resource: Resource;
  /** All objects of all namespaces where not told. */
  readonly selection?: Selection;
  /** Told whenever the server has shown that what is kept is what it has. */
  readonly onHeard?: () => void;
  /** Ends the reflector; nothing else does. */
  readonly signal: AbortSignal;
}

/** Keeps a store like what the server has. */
export interface Reflector<T> {
  readonly store: Store<T>;
  /** Resolves to whether all that there was has been told once, when it has, or when the reflector is stopped. */
  readonly synced: Promise<boolean>;
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<void>;
}

const BACKOFF = { firstWait: 800, longestWait: 30_000 };
/** A watch that ends sooner, though nothing went wrong, is not begun again at once. In milliseconds. */
const SHORTEST_WATCH = 1000;
/** In seconds, and what chance takes of them, so that not all watches are begun anew at once. */
const LONGEST_WATCH = 310;
const WATCH_JITTER = 40;

/** Lists, then watches from there on, for ever: it resumes where it was cut off, and lists again where it cannot. */
export function startReflector<T>(options: ReflectorOptions<T>): Reflector<T> {
  const replica = makeReplica(options);
  let ended = Promise.resolve();
  const synced = new Promise<boolean>((resolve) => {
    ended = run(options, replica, () => resolve(true)).finally(() => resolve(false));
  });
  return { store: replica.store, synced, ended };
}

async function run<T>(options: ReflectorOptions<T>, replica: Replica<T>, onListed: () => void): Promise<void> {
  const { collaborators, signal } = options;
  const backoff = makeBackoff(BACKOFF, collaborators.random);
  const place: Place = { version: undefined };
  while (!signal.aborted) {
    const isListing = place.version === undefined;
    const error = await failureOf(async () => {
      if (isListing) place.version = await relist(options, replica);
      if (isListing) onListed();
      await follow(options, replica, place, backoff);
    });
    if (signal.aborted) return;
    if (error === undefined) continue;
    replica.report({ during: place.version === undefined ? 'list' : 'watch', error });
    if (mustRelist(error)) place.version = undefined;
    await pause(backoff.next() + waitAskedFor(error), options);
  }
}

/** From which version to go on; none, if everything has to be listed. */
interface Place {
  version: string | undefined;
}

async function relist<T>(
  { transport, resource, selection = {}, signal, onHeard }: ReflectorOptions<T>,
  replica: Replica<T>,
): Promise<string> {
  const { items, resourceVersion } = await listAll(transport, resource, selection, signal);
  signal.throwIfAborted();
  replica.replace(items);
  onHeard?.();
  return resourceVersion;
}

/** Watches until the server ends it, and keeps the place. Only progress resets the back-off: a list alone is none. */
async function follow<T>(
  { transport, collaborators, resource, selection = {}, signal, onHeard }: ReflectorOptions<T>,
  replica: Replica<T>,
  place: Place,
  backoff: Backoff,
): Promise<void> {
  const begun = collaborators.elapsed();
  const timeoutSeconds = Math.round(LONGEST_WATCH - WATCH_JITTER * collaborators.random());
  const resourceVersion = place.version ?? '';
  for await (const event of watchEvents(transport, { resource, selection, resourceVersion, timeoutSeconds, signal })) {
    signal.throwIfAborted();
    replica.take(event);
    place.version = event.resourceVersion;
    backoff.reset();
    onHeard?.();
  }
  if (collaborators.elapsed() - begun < SHORTEST_WATCH) {
    throw new KubeError('NETWORK', `watch ${resource.plural}`, 'the API server ends the watch as soon as it begins');
  }
  backoff.reset();
  onHeard?.();
}

/** Whether a watch cannot go on from where it was: the version is too old, unknown to the server, or in doubt. */
function mustRelist(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (errorEffect(error)) {
    case 'none':
      return false;
    case 'unknown':
      // 504 is also for a version that the server has not reached, as after its data was restored from a copy.
      return error.status === 504;
    case 'half-answered':
    case 'answered':
      return true;
  }
}

const LONGEST_RETRY_AFTER = 60_000;

function waitAskedFor(error: unknown): number {
  return error instanceof KubeError ? Math.min(error.retryAfter ?? 0, LONGEST_RETRY_AFTER) : 0;
}

/** An early end of the wait is the end of the reflector, which the loop sees. */
async function pause<T>(milliseconds: number, { collaborators, signal }: ReflectorOptions<T>): Promise<void> {
  await collaborators.sleep(milliseconds, signal).catch(() => undefined);
}

/** What the work fails with; `undefined` if it does not. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? new Error('an unknown failure');
  }
}
