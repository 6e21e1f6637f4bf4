import { isTektonContainer } from '../../../../translators/tekton/tekton-pod.ts';
import type { Explanation } from '../../../core/model/failures/explanation.ts';
import { podSecurityAdvice } from '../../../core/model/pod-security.ts';
import { EXPLANATIONS, type FailureReason } from '../../../core/model/failures/explanations.ts';
import type { FailureCause } from './failure-cause.ts';

/** The facts in the object of a Build that decide who acts on its failure. */
export interface BuildFacts {
  /** The memory limit that the Build sets for every phase. */
  readonly memoryLimit?: string;
  /** The kind of the builder that the Build uses. Absent if the Build names an image itself. */
  readonly builderKind?: string;
  /** True if the Build names its run image. An Image copies it from its builder. */
  readonly namesRunImage?: boolean;
  /** True if an Image created the Build. */
  readonly isOfImage: boolean;
}

/** The person who acts, and the action. */
export type Responsibility = Pick<Explanation, 'actor' | 'advice'>;

/**
 * Returns who acts on a failure and what to try. For some reasons, that depends on the case.
 *
 * @param log the last lines of the failed phase
 */
export function responsibilityOf(
  reason: FailureReason,
  cause: FailureCause,
  facts: BuildFacts,
  log: readonly string[] = [],
): Responsibility {
  const { actor, advice } = EXPLANATIONS[reason];
  return CASES[reason]?.(cause, facts, log) ?? { actor, advice };
}

type Case = (cause: FailureCause, facts: BuildFacts, log: readonly string[]) => Responsibility | undefined;

/**
 * The lifecycle's registry client has these words for a token server at an IP address that is private, of the loopback interface or
 * link-local (go-containerregistry 0.21.5, pkg/v1/remote/transport/bearer.go). Older clients accept such a server.
 */
const REFUSED_TOKEN_SERVER = /realm host "[^"]*" is a private or link-local address/;

const refusedTokenServer: Case = (_cause, _facts, log) =>
  log.some((line) => REFUSED_TOKEN_SERVER.test(line)) ? TOKEN_SERVER : undefined;

const CASES: Readonly<Partial<Record<FailureReason, Case>>> = {
  ImagePullFailed: (cause, { builderKind }) => {
    if (!isMissing(messageOf(cause))) return undefined;
    if ('phase' in cause && (cause.phase === 'prepare' || cause.phase === 'completion')) return MISSING_STEPS_IMAGE;
    return builderKind === 'ClusterBuilder' ? MISSING_CLUSTER_BUILDER : MISSING_BUILDER;
  },
  RunImageNotFound: (_, { namesRunImage = false, isOfImage }) =>
    namesRunImage && !isOfImage ? WRONG_RUN_IMAGE : undefined,
  Cancelled: ({ kind }) => (kind === 'deleted' ? DELETED : undefined),
  NotAdmitted: (cause) => (requestsWholeNode(messageOf(cause)) ? TOO_LARGE : undefined),
  PodSecurityViolated: (cause) => {
    if (cause.kind !== 'denied-by-pod-security') return undefined;
    const advice = podSecurityAdvice(cause, cause.creator === 'tekton' ? isTektonContainer : () => false);
    return { actor: 'platform', advice: `${advice} Then the author creates the Build again.` };
  },
  SourceChanged: (_, { isOfImage }) => (isOfImage ? NEXT_BUILD : undefined),
  AnalyzeFailed: refusedTokenServer,
  RestoreFailed: refusedTokenServer,
  ExportFailed: refusedTokenServer,
  RebaseFailed: refusedTokenServer,
};

const TOKEN_SERVER = {
  actor: 'platform',
  advice:
    'The lifecycle of the builder refuses the token server of the registry, because the registry names it by a private IP address. Let the registry name its token server by a host name: that is the realm in its WWW-Authenticate header. Then the author creates the Build again. Lifecycle 0.20 accepts the address.',
} as const;

const MISSING_STEPS_IMAGE = {
  actor: 'platform',
  advice:
    "The registry does not have taskpack's own image: copy the image there, or correct STEPS_IMAGE. Then the author creates the Build again.",
} as const;

const MISSING_CLUSTER_BUILDER = {
  actor: 'platform',
  advice:
    'The registry does not have the image of the ClusterBuilder. Restore the image, or change the ClusterBuilder so that the controller publishes a new one. Then the author creates the Build again.',
} as const;

const MISSING_BUILDER = {
  actor: 'user',
  advice:
    'The registry does not have the image: correct the builder image of the Build, or let the Builder publish its image again. Then create the Build again.',
} as const;

const WRONG_RUN_IMAGE = { actor: 'user', advice: 'Correct spec.runImage in a new Build.' } as const;

const DELETED = {
  actor: 'none',
  advice: 'If the image is still needed, use "taskpack trigger" with the name of the Image, or create the Build again.',
} as const;

const TOO_LARGE = {
  actor: 'user',
  advice:
    'The Build requests at least as much as a whole node has. Lower spec.resources.requests in a new Build. If the build needs that much, ask the operator for larger nodes.',
} as const;

const NEXT_BUILD = {
  actor: 'none',
  advice: 'Do nothing: the Image creates a Build of the new file.',
} as const;

function messageOf(cause: FailureCause): string {
  return 'message' in cause ? (cause.message ?? '') : '';
}

/** Registries can also deny access to an image that does not exist, so that users cannot find out which images exist. */
function isMissing(message: string): boolean {
  return /not found|manifest unknown/i.test(message) && !/denied|unauthorized|authorization|forbidden/i.test(message);
}

/** The message of the kubelet has plain numbers: thousandths of a CPU, bytes or Pods (kubernetes, pkg/kubelet/lifecycle). */
function requestsWholeNode(message: string): boolean {
  const [, requested, capacity] = /requested: (\d+), used: \d+, capacity: (\d+)/.exec(message) ?? [];
  return requested !== undefined && Number(requested) >= Number(capacity);
}
