import { MISSING_REFERENCE_TIMEOUT_MS, retryLimitSeconds } from '../../core/model/wait-limits.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import { defined } from '../../core/model/defined.ts';
import { activityView, type ActivityView } from './activity-view.ts';
import { conditionOf } from './conditions.ts';
import { humanDuration } from './duration.ts';

/** The wait of a Build before its first phase. */
export interface WaitView {
  /** A sentence that names the awaited thing, such as `The Build waits for a node.` */
  readonly summary: string;
  /** The person who can end the wait. Absent if the wait ends by itself. */
  readonly actor?: 'user' | 'platform';
  /** The next step to try. */
  readonly advice: string;
  /** A sentence that says when the Build fails if the wait continues. */
  readonly limit: string;
}

/** Returns what a Build that has not started waits for. */
export function waitView(build: Build, pod: Pod | undefined): WaitView {
  const activity = activityView({ build, ...defined({ pod }) });
  const { kind, wanted }: Wait =
    activity.kind === 'phase' ? { kind: 'phase', wanted: `phase ${activity.phase}` } : activity;
  const explanation =
    kind === 'workload' ? explanationWithoutPod(build) : { ...ADVICE[kind], limit: limitOf(kind, build) };
  return { summary: `The Build waits for ${wanted}.`, ...explanation };
}

interface Wait {
  readonly kind: ActivityView['kind'];
  readonly wanted: string;
}

type WaitExplanation = Omit<WaitView, 'summary'>;

const CONTAINER_ADVICE = {
  actor: 'user',
  advice:
    'Correct the image, Secret or ConfigMap that the error names. If the object belongs to a ClusterBuilder or to taskpack, the operator corrects it. The kubelet tries again by itself.',
} as const;

const POD_ADVICE = {
  advice: 'Wait. If the Build takes longer than usual, look for the cause in the Events of the Pod.',
} as const;

const ADVICE: Readonly<Record<Exclude<Wait['kind'], 'workload'>, Pick<WaitView, 'actor' | 'advice'>>> = {
  controller: {
    actor: 'platform',
    advice:
      'A controller observes a new Build within seconds. If this takes longer, check with "taskpack doctor" that the controller runs and watches this namespace.',
  },
  queue: {
    advice:
      'A controller admits the Build when its turn comes. If that takes too long, ask the operator which quota the queue has.',
  },
  scheduler: {
    actor: 'platform',
    advice:
      'Wait until other Pods have ended. If no node ever has room, either the operator adds nodes, or the author lowers spec.resources.requests in a new Build.',
  },
  'image-pull': CONTAINER_ADVICE,
  container: CONTAINER_ADVICE,
  node: POD_ADVICE,
  sidecars: POD_ADVICE,
  'hand-off': POD_ADVICE,
  phase: POD_ADVICE,
  result: POD_ADVICE,
};

const NO_LIMIT = 'The wait has no limit.';

/** The time limit of a Build includes the wait of a TaskRun, but not the wait of a native Pod. */
function limitOf(kind: Wait['kind'], { spec, status }: Build): string {
  const { activeDeadlineSeconds } = spec;
  const isTaskRun = status.backend === 'tekton';
  if (isTaskRun && activeDeadlineSeconds !== undefined) {
    return `The Build fails after ${humanDuration(activeDeadlineSeconds * 1000)} (spec.activeDeadlineSeconds).`;
  }
  if (kind === 'controller') return NO_LIMIT;
  if (isTaskRun) return "Only Tekton's own time limit ends the wait.";
  if (kind === 'queue' || kind === 'scheduler') return NO_LIMIT;
  return "The Build fails after the controller's START_DEADLINE, which is 10 minutes by default.";
}

/** Explains the wait of a Build without a Pod by the reason that the controller writes. */
function explanationWithoutPod(build: Build): WaitExplanation {
  const { reason, message = '' } = conditionOf(build, 'Succeeded') ?? {};
  switch (reason ?? '') {
    case 'BuilderNotFound':
    case 'ReferenceNotFound':
      return {
        actor: 'user',
        advice: 'Create the missing object, or name another one in a new Build.',
        limit: `The Build fails if the object is missing for ${humanDuration(MISSING_REFERENCE_TIMEOUT_MS)}.`,
      };
    case 'NetworkInvalid':
      return {
        actor: 'user',
        advice: 'Correct the key of the ConfigMap that the message names. The Build then starts by itself.',
        limit: `The Build fails if the ConfigMap cannot be used for ${humanDuration(MISSING_REFERENCE_TIMEOUT_MS)}.`,
      };
    case 'BuilderNotReady':
      return {
        actor: 'platform',
        advice: 'Read the conditions of the builder, and correct what they name. The Build then starts by itself.',
        limit: NO_LIMIT,
      };
    case 'TektonNotServed':
    case 'TektonDoesNotAnswer':
      return { actor: 'platform', advice: 'Check that Tekton is installed and runs.', limit: NO_LIMIT };
    case 'Retrying':
      return { actor: 'platform', advice: retryAdvice(message), limit: retryLimit(build) };
    default:
      return { advice: 'Wait. The controller starts the Build by itself.', limit: retryLimit(build) };
  }
}

function retryAdvice(message: string): string {
  if (message.includes('exceeded quota')) {
    return 'Wait until other Pods have ended: the controller tries again by itself. If the quota stays full, raise it.';
  }
  if (/User "[^"]*" cannot /.test(message)) {
    return 'Grant the account that the message names a role that allows the request. The controller tries again by itself.';
  }
  return 'Repair the server, webhook or policy that the message names. The controller tries again by itself.';
}

function retryLimit({ spec: { activeDeadlineSeconds } }: Build): string {
  const seconds = retryLimitSeconds(defined({ timeLimitSeconds: activeDeadlineSeconds }));
  const field = activeDeadlineSeconds === undefined ? '' : ' (spec.activeDeadlineSeconds)';
  return `The Build fails after ${humanDuration(seconds * 1000)} without a Pod${field}.`;
}
