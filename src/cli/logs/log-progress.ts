import { defined } from '../../core/model/defined.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asEvent, asPod } from '../../core/model/objects/pod.ts';
import { activityText, activityView, type ActivityView } from '../../insight/views/activity-view.ts';
import { elapsedMs, humanDuration } from '../../insight/views/duration.ts';
import { buildEnd, type ObservedBuild } from './observed-build.ts';
import { lastTimeText, type PhaseTimes } from './phase-times.ts';
import type { StatusText } from './status-line.ts';
import type { PodEvents } from './watch-build.ts';

/** The state that a status line describes. */
export interface LogProgress {
  readonly observed: ObservedBuild;
  readonly events: PodEvents;
  readonly lastTimes: PhaseTimes | undefined;
  readonly nowMs: number;
}

/** Returns what a followed Build does, with the time since the start of that; `undefined` if the Build has finished. */
export function progressText({ observed, events, lastTimes, nowMs }: LogProgress): StatusText | undefined {
  const { build } = observed;
  if (build !== undefined && buildEnd(build) !== undefined) return undefined;
  const pod = 'pod' in observed.pod ? observed.pod.pod : undefined;
  const input = defined({ build: build && asBuild(build), pod: pod && asPod(pod) });
  const first = activityView(input);
  const activity = first.kind === 'node' && pod ? activityView({ ...input, events: events(pod).map(asEvent) }) : first;
  const elapsed = humanDuration(elapsedMs(activity.since, nowMs) ?? 0);
  return { elapsed, ...textOf(activity, lastTimes) };
}

function textOf(activity: ActivityView, lastTimes: PhaseTimes | undefined): Omit<StatusText, 'elapsed'> {
  switch (activity.kind) {
    case 'phase': {
      const last = lastTimeText(lastTimes, activity.phase);
      const text = activityText(activity);
      return { text: last === undefined ? text : `${text} ${last}`, isWait: false };
    }
    case 'hand-off':
      return { text: activityText(activity), isWait: false };
    case 'controller':
    case 'workload':
    case 'queue':
    case 'scheduler':
    case 'node':
    case 'image-pull':
    case 'container':
    case 'sidecars':
    case 'result':
      return { text: activityText(activity), isWait: true };
  }
}
