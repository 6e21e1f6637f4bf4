import { isCancelled } from '../../core/model/build-names.ts';
import { BUILDS, IMAGES } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import { observedValue, type ObservedValue } from '../../insight/logs/observed-value.ts';
import { isFinished } from '../../core/model/conditions.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { fieldNote } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { activityText, activityView } from '../../insight/views/activity-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { buildsOf, namespacedNameOf, selectionOf } from '../image-builds.ts';
import { CommandFailure, failure } from '../problems.ts';
import { reflectedObjects } from '../reflected-objects.ts';
import type { Terminal } from '../terminal.ts';
import { startWait, type Awaited, type Wait } from './wait-until.ts';

/** The objects that a wait depends on. */
export interface Observed {
  /** Absent if the wait is for a Build without an Image, or if the Image was deleted. */
  readonly image?: KubeObject;
  readonly builds: readonly KubeObject[];
  /** False until the first lists are complete. Until then, Builds may be missing. */
  readonly isListed: boolean;
}

/** A wait and the objects that it observes. */
export interface Waiting {
  readonly wait: Wait;
  /** Observes an Image and its Builds from now on. */
  readonly observeImage: (image: KubeObject) => ObservedValue<Observed>;
  /** Observes a single Build from now on. */
  readonly observeBuild: (build: KubeObject) => ObservedValue<Observed>;
  /** Sets the clause about what happens on the cluster if the user ends the wait. */
  readonly onInterrupt: (clause: string) => void;
}

/** Runs work that waits. SIGINT ends the wait, but nothing on the cluster: it rejects with a `CommandFailure` that says so. */
export async function waiting<T>(
  { transport }: Pick<OpenCluster, 'transport'>,
  { errors }: Pick<Terminal, 'errors'>,
  work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let clause = 'nothing changes on the cluster';
  const interrupt = (): void =>
    stop.abort(new CommandFailure([fieldNote([], `the wait has ended, and ${clause}`)], 130));
  // A second SIGINT kills the process, as by default.
  process.once('SIGINT', interrupt);
  const observe = (first: Observed, builds: Selection, images?: Selection): ObservedValue<Observed> =>
    observed({ transport, stop, first, builds, ...(images && { images }) });
  try {
    return await work({
      wait: startWait({ errors, clock: SYSTEM_CLOCK, signal: stop.signal }),
      observeImage: (image) =>
        observe(
          { image, builds: [], isListed: false },
          buildsOf(namespacedNameOf(image)),
          selectionOf(namespacedNameOf(image)),
        ),
      observeBuild: (build) => observe({ builds: [build], isListed: false }, selectionOf(namespacedNameOf(build))),
      onInterrupt: (next) => void (clause = next),
    });
  } finally {
    process.removeListener('SIGINT', interrupt);
    stop.abort();
  }
}

interface Observing {
  readonly transport: OpenCluster['transport'];
  readonly stop: AbortController;
  /** The objects until the first lists are complete. */
  readonly first: Observed;
  readonly builds: Selection;
  readonly images?: Selection;
}

function observed({ transport, stop, first, builds, images }: Observing): ObservedValue<Observed> {
  const live = observedValue(first);
  const allBuilds = reflectedObjects(transport, BUILDS, builds, stop);
  const image = images && reflectedObjects(transport, IMAGES, images, stop);
  const uid = first.image?.metadata['uid'];
  const look = (): void => {
    // Compare the UID, because a newer Image can have the same name.
    const now = image?.objects().find(({ metadata }) => metadata['uid'] === uid);
    live.set({ builds: allBuilds.objects(), isListed: true, ...(now && { image: now }) });
  };
  // Before the first list is complete, existing objects would seem to be deleted.
  void Promise.all([allBuilds.synced, image?.synced]).then(() => {
    allBuilds.listen(look);
    image?.listen(look);
    look();
  });
  return live;
}

/** Waits until a Build has finished, and returns the finished Build. Rejects with `CommandFailure` if the Build is deleted. */
export async function waitForEnd(
  { wait, onInterrupt }: Waiting,
  seen: ObservedValue<Observed>,
  build: KubeObject,
): Promise<KubeObject> {
  onInterrupt(
    isCancelled(build) ? `Build ${build.metadata.name} is being cancelled` : `Build ${build.metadata.name} continues`,
  );
  return wait.until(seen, ({ builds }) => endOf(build, builds));
}

function endOf(build: KubeObject, builds: readonly KubeObject[]): Awaited<KubeObject> {
  const { name } = build.metadata;
  const now = builds.find(({ metadata }) => metadata['uid'] === build.metadata['uid']);
  if (now === undefined) throw failure(`Build ${name} was deleted before it had finished`);
  if (isFinished(now)) return { kind: 'done', value: now };
  const activity = activityView({ build: asBuild(now) });
  // These last for moments.
  const isBrief = activity.kind === 'hand-off' || activity.kind === 'result';
  return { kind: 'pending', doing: isBrief ? undefined : `Build ${name}: ${activityText(activity)}` };
}
