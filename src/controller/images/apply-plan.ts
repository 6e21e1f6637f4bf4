import { plainJson } from '../../core/model/json.ts';
import { IMAGE } from '../../core/api/kpack/kind-definitions.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import type { ReachedLimit } from '../../core/build-queue/next-in-turn.ts';
import type { ImagePlan, ImagePlanOptions } from '../../core/images/image-plan.ts';
import type { ImageStatus } from '../../core/images/image-status.ts';
import type { ObservedImage } from '../../core/images/observed-image.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { EventDetails } from '../../clients/kube/client/event.ts';
import { keyOf, kubernetesTime } from '../../clients/kube/client/kube-object.ts';
import { reasonsOf } from '../../core/model/image-metadata.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import type { Priority } from '../../core/runtime/priority-queue.ts';
import type { EventReason } from '../kit/event-reasons.ts';
import { eventObject, type RecordEvent } from '../kit/events.ts';
import { objectReader } from '../kit/readable-cache.ts';
import { reportStatus } from '../kit/report-status.ts';
import { withTransitionTimes } from '../kit/status.ts';
import type { BuildTurns } from './build-turns.ts';
import { createBuild, type BuildCreation } from './create-build.ts';
import { IMAGES } from '../../clients/kube/client/resources.ts';
import type { OwnWrites } from './own-writes.ts';
import { deleteBuilds, writeClaim, writeResolver } from './write-children.ts';

export interface ApplyDependencies {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'patch' | 'delete'>;
  readonly writes: OwnWrites;
  readonly turns: BuildTurns;
  readonly clock: Pick<Clock, 'now'>;
  readonly recordEvent?: RecordEvent;
  /** Receives the reasons for a new Build, such as `COMMIT,CONFIG`. */
  readonly onBuildCreated?: (reasons: string) => void;
}

/** Returns the plan for an Image. It is called again after refused writes or a reached limit, so that the status reports them. */
export type Plan = (refusals: Pick<ImagePlanOptions, 'claimRefusal' | 'buildRefusal' | 'queueLimit'>) => ImagePlan;

/** Gives a cache time to catch up with the API server. */
const OUTDATED: Outcome = { kind: 'requeue', afterMs: 1000 };

/** No event reports that the API server would accept the claim now: for example, if the StorageClass allows expansion. */
const REFUSED_CLAIM: Outcome = { kind: 'requeue', afterMs: 300_000 };

/**
 * Writes a plan. A process can stop after each write, and the next process continues: the status follows the Build that
 * it describes, and a Build that exists is not created again.
 */
export async function applyPlan(
  dependencies: ApplyDependencies,
  observed: ObservedImage,
  plan: Plan,
  signal: AbortSignal,
): Promise<Outcome> {
  const { client } = dependencies;
  const { image } = observed;
  const first = plan({});
  await writeResolver(dependencies, observed, first.resolver, signal);
  const claimRefusal = await writeClaim(dependencies, image, first.claim, signal);
  const refusals = claimRefusal === undefined ? {} : { claimRefusal };
  const { build, deletions } = claimRefusal === undefined ? first : plan(refusals);
  const creation = await createIfPlanned(dependencies, observed, build, signal);
  if (creation.kind === 'outdated') return OUTDATED;
  const { status } = plan({ ...refusals, ...whyNotCreated(creation) });
  await writeImageStatus(dependencies, image, status, creation.kind === 'created' ? 'high' : 'low');
  if (creation.kind === 'refused') return { kind: 'failed', error: creation.error };
  await deleteBuilds(client, deletions, signal);
  return claimRefusal === undefined ? { kind: 'done' } : REFUSED_CLAIM;
}

type Creation = BuildCreation | { readonly kind: 'queued'; readonly limit: ReachedLimit } | { readonly kind: 'none' };

/** Returns why the planned Build does not exist; nothing if it exists, or if no Build is planned. */
function whyNotCreated(creation: Creation): Pick<ImagePlanOptions, 'buildRefusal' | 'queueLimit'> {
  if (creation.kind === 'refused') return { buildRefusal: creation.message };
  return creation.kind === 'queued' ? { queueLimit: creation.limit } : {};
}

/** Creates the planned Build if its turn has come. */
async function createIfPlanned(
  dependencies: ApplyDependencies,
  observed: ObservedImage,
  build: ImagePlan['build'],
  signal: AbortSignal,
): Promise<Creation> {
  const { turns } = dependencies;
  if (build === undefined) {
    turns.leave(keyOf(observed.image));
    return { kind: 'none' };
  }
  const turn = turns.ask(observed.image, build);
  if (turn.kind === 'wait') return { kind: 'queued', limit: turn.until };
  const creation = await turns.whileCreating(build, async () => createBuild(dependencies, observed, build, signal));
  if (creation.kind !== 'created') return creation;
  const { recordEvent, onBuildCreated } = dependencies;
  const reasons = reasonsOf(build.metadata);
  onBuildCreated?.(reasons);
  recordEvent?.({
    regarding: eventObject(IMAGES, observed.image),
    type: 'Normal',
    reason: 'BuildCreated' satisfies EventReason,
    action: 'CreateBuild',
    note: `created Build ${build.metadata.name} (${reasons})`,
  });
  return creation;
}

const readImage = objectReader(IMAGE);

async function writeImageStatus(
  dependencies: ApplyDependencies,
  image: Image,
  next: ImageStatus,
  priority: Priority,
): Promise<void> {
  const { writes, clock } = dependencies;
  const conditions = withTransitionTimes(image.status?.conditions ?? [], next.conditions, kubernetesTime(clock.now()));
  const status = plainJson({ ...next, conditions });
  const written = await reportStatus(dependencies, IMAGES, image, status, {
    priority,
    select: (events) => events.filter(isNoteworthy).filter(hasNewNote),
  });
  const read = written && readImage(written);
  if (read?.kind === 'readable') writes.images.expect(read.value);
}

/** False for conditions that need no Event: a waiting Build, and changes that other Events report (a running Build, a ready builder). */
function isNoteworthy({ reason }: EventDetails): boolean {
  return !['BuildRunning', 'Queued', 'BuilderReady', 'BuilderUpToDate'].includes(reason);
}

/** False for a Warning with the same note as an earlier one: two conditions of an Image can have one cause. */
function hasNewNote({ type, note }: EventDetails, index: number, events: readonly EventDetails[]): boolean {
  return type !== 'Warning' || events.findIndex((event) => event.type === 'Warning' && event.note === note) === index;
}
