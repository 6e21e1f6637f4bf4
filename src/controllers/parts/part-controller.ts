import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { JsonObject } from '../../model/json.ts';
import type { RegistryAccess } from '../../registry-access/registry-access.ts';
import type { Outcome } from '../../runtime/outcome.ts';
import type { RecordEvent } from '../cluster/event-recorder.ts';
import { transitionEvents } from '../cluster/transition-events.ts';
import type { Unreadable } from '../cluster/object-reader.ts';
import type { ReadableCache } from '../cluster/readable-cache.ts';
import { unreadableStatus } from '../cluster/unreadable-status.ts';
import { writeStatus } from '../cluster/write-status.ts';
import type { Controller } from '../start-controller.ts';
import { keptFailures, type KeptFailures } from './kept-failures.ts';
import { lookAt } from './look-at.ts';
import { LOOK_INTERVALS, lookThatHolds, nextLook, type Look, type LookIntervals, type Moment } from './look.ts';
import { partStatus, type Finding } from './part-status.ts';
import type { Part, PartKind } from './part.ts';

export interface PartControllerOptions<T extends Part> {
  readonly kind: PartKind<T>;
  readonly parts: ReadableCache<T>;
  readonly client: Pick<KubeClient, 'patch'>;
  readonly access: Pick<RegistryAccess, 'facts'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: LookIntervals;
  /** Is told of conditions that turn. */
  readonly recordEvent?: RecordEvent;
}

/** What is kept of parts from one reconcile to the next. */
interface Memory {
  readonly looks: Map<string, Look>;
  readonly failures: KeptFailures<Extract<Finding, { kind: 'transient' }>>;
}

const WORKERS = 4;

/** Keeps the statuses of a kind of parts true to what registries say of their images. */
export function partController<T extends Part>(options: PartControllerOptions<T>): Controller {
  const { kind, parts } = options;
  const memory: Memory = { looks: new Map(), failures: keptFailures() };
  return {
    name: kind.resource.plural,
    workers: WORKERS,
    watch: async (enqueue) => {
      parts.subscribe((change) => {
        memory.failures.hear(change);
        enqueue(change.key);
      });
      parts.subscribeUnreadable(enqueue);
      return parts.synced;
    },
    reconcile: async (key, signal) => reconcile(options, memory, key, signal),
  };
}

async function reconcile<T extends Part>(
  options: PartControllerOptions<T>,
  { looks, failures }: Memory,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { kind, parts, access, now, random, intervals = LOOK_INTERVALS } = options;
  const part = parts.store.get(key);
  const unreadable = parts.unreadable(key);
  const last = looks.get(key);
  const failure = failures.take(key);
  if (part === undefined || part.metadata.deletionTimestamp !== undefined) {
    looks.delete(key);
    return unreadable === undefined ? { kind: 'done' } : complain(options, unreadable);
  }
  const moment: Moment = { now: now(), chance: random() };
  const looked = { part, images: kind.images(part), isComplete: kind.isComplete(part), last };
  const held = failure === undefined ? lookThatHolds(looked, intervals, moment) : undefined;
  if (held !== undefined) return keep(looks, key, held, moment);

  const finding = failure ?? (await lookAt(kind, part, access, signal));
  if (finding.kind === 'transient') {
    looks.delete(key);
    failures.keep(key, finding);
  }
  await write(options, part, partStatus(part, finding, moment.now));
  if (finding.kind === 'transient') return { kind: 'failed', error: finding.error };
  return keep(looks, key, nextLook(looked, finding.kind, intervals, moment), moment);
}

/** Says what is wrong with an object, to whoever can mend it. */
async function complain<T extends Part>(
  { kind, client, now }: PartControllerOptions<T>,
  unreadable: Unreadable,
): Promise<Outcome> {
  await writeStatus(client, kind.resource, unreadable.object, unreadableStatus(unreadable, now()));
  return { kind: 'done' };
}

async function write<T extends Part>(
  { kind, client, recordEvent }: PartControllerOptions<T>,
  part: T,
  status: JsonObject,
): Promise<void> {
  const written = await writeStatus(client, kind.resource, part, status);
  if (written !== undefined) transitionEvents(kind.resource, part, status).forEach((event) => recordEvent?.(event));
}

function keep(looks: Map<string, Look>, key: string, look: Look, { now }: Moment): Outcome {
  looks.set(key, look);
  return look.next === undefined ? { kind: 'done' } : { kind: 'requeue', after: look.next - now };
}
