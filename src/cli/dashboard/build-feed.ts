import { BUILDS, PODS } from '../../clients/kube/client/resources.ts';
import type { BuildMessage } from '../../insight/dashboard/messages.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { ignoreKubeErrors } from '../../clients/kube/kube-error.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asEvent, asPod } from '../../core/model/objects/pod.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { activityText, activityView } from '../../insight/views/activity-view.ts';
import { isEnded } from '../../insight/views/build-state.ts';
import { buildView } from '../../insight/views/build-view.ts';
import { builderView } from '../../insight/views/builder-view.ts';
import { inputsView, withoutSecrets } from '../../insight/views/inputs-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { nextPodState } from '../logs/observed-build.ts';
import { selectionOf } from '../image-builds.ts';
import { podsOf, watchEvents, type PodEvents } from '../logs/watch-build.ts';
import { readBuilder } from '../report/read-from-cluster.ts';
import { recordedChanges } from './changes.ts';
import { liveObjects, type LiveObjects } from './live-objects.ts';

const BATCH_MS = 100;
/** The times of an unfinished Build grow. */
const TICK_MS = 1000;
/** A Build that cannot be listed is read again after this time. */
const POLL_MS = 5000;

/** Yields the view of a Build after each change, and each second until the Build ends. */
export async function* buildFeed(
  cluster: OpenCluster,
  key: NamespacedName,
  signal: AbortSignal,
): AsyncGenerator<BuildMessage> {
  const stop = new AbortController();
  const changes = recordedChanges(BATCH_MS, SYSTEM_CLOCK, signal);
  const follow = {
    transport: cluster.transport,
    onChange: changes.record,
    onState: changes.record,
    signal: AbortSignal.any([signal, stop.signal]),
  };
  const builds = liveObjects({ ...follow, resource: BUILDS, selection: selectionOf(key) });
  const pods = liveObjects({ ...follow, resource: PODS, selection: podsOf(key) });
  const events = watchEvents(cluster, stop);
  let builder: Promise<KubeObject | undefined> | undefined;
  try {
    while (builds.isReading() || pods.isReading()) await changes.next();
    for (;;) {
      const build = await currentBuild(cluster, builds, key);
      builder ??= build && readBuilder(cluster, asBuild(build), key);
      const message = messageOf({ build, pods, events, builder: await builder, notes: notesOf(builds, pods) });
      yield message;
      await changes.next(waitMs(message));
    }
  } finally {
    stop.abort();
  }
}

/** A user may be allowed to get a Build, but not to list it. */
async function currentBuild(
  { client }: OpenCluster,
  builds: LiveObjects,
  key: NamespacedName,
): Promise<KubeObject | undefined> {
  const [build] = builds.store.list();
  if (build !== undefined || builds.note() === undefined) return build;
  return client.get(BUILDS, key).catch(ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN'));
}

interface Observed {
  readonly build: KubeObject | undefined;
  readonly pods: LiveObjects;
  readonly events: PodEvents;
  readonly builder: KubeObject | undefined;
  readonly notes: readonly string[];
}

function messageOf({ build: object, pods, events, builder, notes }: Observed): BuildMessage {
  if (object === undefined) return { kind: 'missing', notes };
  const observed = nextPodState({ kind: 'absent' }, object, pods.store.list());
  const pod = observed.kind === 'present' ? observed.pod : undefined;
  const build = asBuild(object);
  const view = buildView({ build, nowMs: Date.now(), ...defined({ pod: pod && asPod(pod) }) });
  const wait = isEnded(view.state) ? undefined : waitText(build, pod, events);
  return {
    kind: 'build',
    build: { ...view, cause: withoutSecrets(view.cause) },
    inputs: inputsView(build),
    ...(wait !== undefined && { wait }),
    ...(builder !== undefined && { builder: builderView(asBuilder(builder)) }),
    notes,
  };
}

/** Returns what a Build waits for, or `undefined` while a phase runs. Events report what the node does. */
function waitText(build: Build, pod: KubeObject | undefined, events: PodEvents): string | undefined {
  const known = { build, ...defined({ pod: pod && asPod(pod) }) };
  const first = activityView(known);
  const activity =
    first.kind === 'node' && pod !== undefined ? activityView({ ...known, events: events(pod).map(asEvent) }) : first;
  return activity.kind === 'phase' ? undefined : activityText(activity);
}

function notesOf(...live: readonly LiveObjects[]): readonly string[] {
  return live.flatMap(({ note }) => note() ?? []);
}

function waitMs(message: BuildMessage): number | undefined {
  if (message.kind !== 'build') return POLL_MS;
  if (!isEnded(message.build.state)) return TICK_MS;
  return message.notes.length > 0 ? POLL_MS : undefined;
}
