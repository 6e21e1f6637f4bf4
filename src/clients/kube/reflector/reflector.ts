import type { KubeObject } from '../client/kube-object.ts';
import { listAll, type Selection } from '../client/list.ts';
import type { Resource } from '../client/resource.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { errorEffect } from '../error-effect.ts';
import { KubeError } from '../kube-error.ts';
import type { Transport } from '../transport/transport.ts';
import { makeBackoff, type Backoff } from '../../../core/runtime/backoff.ts';
import { makeInformer, type Informer, type InformerOptions } from './informer.ts';
import type { Store } from './store.ts';
import { watchEvents } from './watch-events.ts';

export interface ReflectorOptions<T> extends InformerOptions<T> {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly resource: Resource;
  /** Defaults to all objects of all namespaces. */
  readonly selection?: Selection;
  /**
   * Called whenever the server has confirmed that the store is current: after a list, an event, a bookmark, or the
   * regular end of a watch.
   */
  readonly onUpToDate?: () => void;
  /** Ends the reflector. */
  readonly signal: AbortSignal;
}

/** Mirrors the objects of a resource in a store, like client-go's reflector and informer. */
export interface Reflector<T> {
  readonly store: Store<T>;
  /** Resolves to true after the first complete list, or to false if the reflector ends before. */
  readonly synced: Promise<boolean>;
  /** Resolves when the reflector has ended. */
  readonly ended: Promise<void>;
}

const BACKOFF = { initialDelayMs: 800, maxDelayMs: 30_000 };
/** A watch that ends sooner without an error is not restarted at once. */
const MIN_WATCH_MS = 1000;
/** The `timeoutSeconds` of a watch and its jitter, so that not all watches restart at once. */
const MAX_WATCH_SECONDS = 310;
const WATCH_JITTER_SECONDS = 40;

/** Lists and watches until the signal is aborted. Resumes a watch that ends, and lists again if it cannot resume. */
export function startReflector<T>(options: ReflectorOptions<T>): Reflector<T> {
  const informer = makeInformer(options);
  let ended = Promise.resolve();
  const synced = new Promise<boolean>((resolve) => {
    ended = listAndWatch(options, informer, () => resolve(true)).finally(() => resolve(false));
  });
  return { store: informer.store, synced, ended };
}

async function listAndWatch<T>(
  options: ReflectorOptions<T>,
  informer: Informer<T>,
  onListed: () => void,
): Promise<void> {
  const { random, signal } = options;
  const backoff = makeBackoff(BACKOFF, random);
  const position: Position = { version: undefined };
  while (!signal.aborted) {
    const isListing = position.version === undefined;
    const error = await errorOf(async () => {
      if (isListing) position.version = await relist(options, informer);
      if (isListing) onListed();
      await watchOnce(options, informer, position, backoff);
    });
    if (signal.aborted) return;
    if (error === undefined) continue;
    informer.report({ during: position.version === undefined ? 'list' : 'watch', error });
    if (mustRelist(error)) position.version = undefined;
    await pause(backoff.next() + retryAfterMsOf(error), options);
  }
}

/** The resourceVersion to resume from, or `undefined` to list again. */
interface Position {
  version: string | undefined;
}

async function relist<T>(
  { transport, resource, selection = {}, signal, onUpToDate }: ReflectorOptions<T>,
  informer: Informer<T>,
): Promise<string> {
  const read = async (page: readonly KubeObject[]) => informer.read(page, signal);
  const { items, resourceVersion } = await listAll(transport, resource, selection, read, signal);
  signal.throwIfAborted();
  await informer.replace(items, signal);
  onUpToDate?.();
  return resourceVersion;
}

/**
 * Watches until the server ends the watch, and records the position. Only events and a long watch reset the backoff; a
 * list alone does not.
 */
async function watchOnce<T>(
  { transport, clock, random, resource, selection = {}, signal, onUpToDate }: ReflectorOptions<T>,
  informer: Informer<T>,
  position: Position,
  backoff: Backoff,
): Promise<void> {
  const startedAtMs = clock.elapsed();
  const timeoutSeconds = Math.round(MAX_WATCH_SECONDS - WATCH_JITTER_SECONDS * random());
  const resourceVersion = position.version ?? '';
  for await (const event of watchEvents(transport, { resource, selection, resourceVersion, timeoutSeconds, signal })) {
    signal.throwIfAborted();
    informer.handleEvent(event);
    position.version = event.resourceVersion;
    backoff.reset();
    onUpToDate?.();
  }
  if (clock.elapsed() - startedAtMs < MIN_WATCH_MS) {
    throw new KubeError(
      'NETWORK',
      `watch ${resource.plural}`,
      'the API server ends the watch as soon as it starts: check proxies between taskpack and the API server',
    );
  }
  backoff.reset();
  onUpToDate?.();
}

/** True if the watch cannot resume: the resourceVersion is too old, unknown to the server, or in doubt. */
function mustRelist(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (errorEffect(error)) {
    case 'none':
      return false;
    case 'unknown':
      // The server also answers 504 for a resourceVersion that it has not reached, for example after etcd was restored.
      return error.status === 504;
    case 'invalid-response':
    case 'final':
      return true;
  }
}

const MAX_RETRY_AFTER_MS = 60_000;

function retryAfterMsOf(error: unknown): number {
  return error instanceof KubeError ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
}

/** The loop notices the abort that ends the delay early. */
async function pause<T>(delayMs: number, { clock, signal }: ReflectorOptions<T>): Promise<void> {
  await clock.sleep(delayMs, signal).catch(() => undefined);
}

/** Returns the error of the work, or `undefined`. */
async function errorOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? new Error('an unknown failure');
  }
}
