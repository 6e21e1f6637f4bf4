import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Outcome } from '../../runtime/outcome.ts';
import type { RecordEvent } from '../cluster/event-recorder.ts';
import { regardedAs, transitionEvents } from '../cluster/transition-events.ts';
import type { Unreadable } from '../cluster/object-reader.ts';
import type { ReadableCache } from '../cluster/readable-cache.ts';
import { unreadableStatus } from '../cluster/unreadable-status.ts';
import { writeStatus } from '../cluster/write-status.ts';
import { keptFailures, type KeptFailures } from '../parts/kept-failures.ts';
import { LOOK_INTERVALS, type LookIntervals, type Moment } from '../parts/look.ts';
import type { PartCaches } from '../parts/part-caches.ts';
import type { Controller } from '../start-controller.ts';
import type { AnyBuilder, BuilderKind } from './builder-kind.ts';
import { failedStatus, publishedStatus } from './builder-status.ts';
import { dueAfter, type NamedImages } from './named-images.ts';
import { verdictOn, type Failed, type Verdict, type VerdictOptions } from './verdict.ts';
import { watchParts } from './watch-parts.ts';

export interface BuilderControllerOptions<T extends AnyBuilder> extends Omit<VerdictOptions, 'parts' | 'intervals'> {
  readonly kind: BuilderKind<T>;
  readonly builders: ReadableCache<T>;
  readonly parts: PartCaches;
  readonly client: Pick<KubeClient, 'patch'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: LookIntervals;
  /** Is told of conditions that turn and of builders that were published. */
  readonly recordEvent?: RecordEvent;
}

/** What is kept of builders from one reconcile to the next. */
interface Memory {
  readonly images: Map<string, NamedImages>;
  /** Those that could not be made yet because something they may be made of has not been looked at. */
  readonly waiting: Set<string>;
  readonly failures: KeptFailures<Failed>;
}

const WORKERS = 4;

/** What a builder waits for says so when it is there; this is for a world that nobody thought of. */
const LONGEST_WAIT = 30_000;

/** Keeps builders, and what is said of them, true to what they are made of. */
export function builderController<T extends AnyBuilder>(options: BuilderControllerOptions<T>): Controller {
  const { kind, builders, parts } = options;
  const memory: Memory = { images: new Map(), waiting: new Set(), failures: keptFailures() };
  const { waiting, failures } = memory;
  return {
    name: kind.resource.plural,
    workers: WORKERS,
    watch: async (enqueue) => {
      builders.subscribe((change) => {
        failures.hear(change);
        enqueue(change.key);
      });
      builders.subscribeUnreadable(enqueue);
      watchParts(parts, builders, waiting, (key) => {
        failures.outdate(key);
        enqueue(key);
      });
      return Promise.all([builders, ...Object.values(parts)].map(async ({ synced }) => synced));
    },
    reconcile: async (key, signal) => reconcile(options, memory, key, signal),
  };
}

async function reconcile<T extends AnyBuilder>(
  options: BuilderControllerOptions<T>,
  memory: Memory,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { builders, now, random, intervals = LOOK_INTERVALS } = options;
  const builder = builders.store.get(key);
  const unreadable = builders.unreadable(key);
  const known = memory.images.get(key);
  const failure = memory.failures.take(key);
  memory.waiting.delete(key);
  if (builder === undefined || builder.metadata.deletionTimestamp !== undefined) {
    memory.images.delete(key);
    return unreadable === undefined ? { kind: 'done' } : complain(options, unreadable);
  }

  const moment: Moment = { now: now(), chance: random() };
  const { verdict, images } = holds(failure, moment)
    ? { verdict: failure, images: known }
    : await verdictOn(builder, { ...options, intervals }, known, moment, signal);
  if (images !== undefined) memory.images.set(key, images);
  if (verdict.kind === 'waiting') memory.waiting.add(key);
  if (verdict.kind === 'failed') memory.failures.keep(key, verdict);
  const status = nextStatus(builder, verdict, moment.now);
  if (status !== undefined) await write(options, builder, status);
  return outcomeOf(verdict, images, moment);
}

/** Whether what was said is said again: it is not yet time to ask once more. */
function holds(failure: Failed | undefined, { now }: Moment): failure is Failed {
  return failure !== undefined && (failure.next === undefined || failure.next > now);
}

/** Says what is wrong with an object, to whoever can mend it. */
async function complain<T extends AnyBuilder>(
  { kind, client, now }: BuilderControllerOptions<T>,
  unreadable: Unreadable,
): Promise<Outcome> {
  await writeStatus(client, kind.resource, unreadable.object, unreadableStatus(unreadable, now()));
  return { kind: 'done' };
}

async function write<T extends AnyBuilder>(
  { kind: { resource }, client, recordEvent }: BuilderControllerOptions<T>,
  builder: AnyBuilder,
  status: JsonObject,
): Promise<void> {
  if ((await writeStatus(client, resource, builder, status)) === undefined) return;
  transitionEvents(resource, builder, status).forEach((event) => recordEvent?.(event));
  const { latestImage: note } = status;
  if (typeof note !== 'string' || note === builder.status?.latestImage) return;
  const regarding = regardedAs(resource, builder);
  recordEvent?.({ regarding, type: 'Normal', reason: 'Published', action: 'Publish', note });
}

function nextStatus(builder: AnyBuilder, verdict: Verdict, now: number): JsonObject | undefined {
  switch (verdict.kind) {
    case 'waiting':
      return undefined;
    case 'published':
      return publishedStatus(builder, verdict.made, verdict.world, now);
    case 'refused':
    case 'failed':
      return failedStatus(builder, verdict.message, now);
  }
}

function outcomeOf(verdict: Verdict, images: NamedImages | undefined, { now }: Moment): Outcome {
  switch (verdict.kind) {
    case 'waiting':
      return { kind: 'requeue', after: LONGEST_WAIT };
    case 'failed':
      if (verdict.next === undefined) return { kind: 'failed', error: verdict.error };
      return { kind: 'requeue', after: verdict.next - now };
    case 'published':
    case 'refused': {
      const due = images && dueAfter(images, now);
      return due === undefined ? { kind: 'done' } : { kind: 'requeue', after: due };
    }
  }
}
