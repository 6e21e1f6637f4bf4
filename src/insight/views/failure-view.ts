import { defined } from '../../core/model/defined.ts';
import { EXPLANATIONS, type FailureReason } from '../../core/model/failures/explanations.ts';
import { phaseReason } from '../../core/model/failures/phase-reason.ts';
import type { Actor, Explanation } from '../../core/model/failures/explanation.ts';
import type { Build, BuildStatus } from '../../core/model/objects/build.ts';
import { isPhaseName } from '../../core/model/phase-name.ts';
import type { PhaseView } from './build-phases.ts';
import { conditionOf } from './conditions.ts';
import { ownSentence } from './own-sentence.ts';

/** Why a Build failed. */
export interface FailureView {
  /** A reason of docs/reference/build-failures.md. kpack's own Builds can have no reason. */
  readonly reason?: string;
  /** One or two sentences that describe the failure. */
  readonly summary: string;
  /** The message of the condition, with kpack's words and the last line of the log. */
  readonly message?: string;
  readonly phase?: string;
  readonly exitCode?: number;
  /**
   * `user` if the author of the Build can fix the failure, `platform` if the operator of the cluster can, `none` if no action is
   * necessary.
   */
  readonly actor?: 'user' | 'platform' | 'none';
  /** The next step to try. */
  readonly advice?: string;
  /** The injected sidecar whose log `log` is. Absent if `log` is the log of the phase. */
  readonly container?: string;
  /** The last lines of the failed phase or of the container. They can contain control characters. */
  readonly log: readonly string[];
}

const ACTORS = {
  user: 'the author of the Build',
  platform: 'the operator of the cluster',
  none: 'nobody',
} as const satisfies Readonly<Record<Actor, string>>;

/** Names who can fix a failure. */
function actorText(actor: Actor): string {
  return ACTORS[actor];
}

/** Names who can fix a failure. Returns `undefined` if the failure has no actor. */
export function responsibleText({ actor, reason }: Pick<FailureView, 'actor' | 'reason'>): string | undefined {
  if (actor === 'platform' && explanationOf(reason)?.owner === 'builder') {
    return `the owner of the builder, or ${ACTORS.platform}`;
  }
  return actor === undefined ? undefined : actorText(actor);
}

/**
 * Returns the command that builds again, if the advice for a failure is to create the Build again. The command repeats a Build as it
 * is, so it does not help if the Build itself needs a change.
 */
export function retryCommand({ advice = '' }: Pick<FailureView, 'advice'>, build: NamedBuild): string | undefined {
  if (!/(?<!do not )\bcreates? the Build again|"taskpack retry"/i.test(advice)) return undefined;
  const { name, namespace } = build;
  return `taskpack retry ${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
}

interface NamedBuild {
  readonly name: string;
  readonly namespace?: string;
}

/** Names who can end a wait. */
export function waitActorText(actor: Actor | undefined): string {
  return actor === undefined ? 'the cluster: the wait ends by itself' : actorText(actor);
}

/** The reasons for which a phase counts as failed although its program never ran. */
const NEVER_RAN: ReadonlySet<string> = new Set<FailureReason>([
  'ContainerConfigInvalid',
  'ImagePullFailed',
  'PhaseNotStarted',
  'PhaseStartedEarly',
  'SidecarNotReady',
  'StoppedInDebugMode',
]);

/** True if the program of the failed phase never ran, even if its container did. */
export function neverRan(reason: string | undefined): boolean {
  return reason !== undefined && NEVER_RAN.has(reason);
}

/** Returns why a failed Build failed. A Build that kpack ran is explained by the exit code of its failed phase. */
export function failureView(build: Build, phases: readonly PhaseView[]): FailureView {
  const recorded = build.status.failure;
  const { reason, message } = conditionOf(build, 'Succeeded') ?? {};
  return recorded === undefined
    ? derivedFailure({ reason, message, failed: phases.find(({ state }) => state === 'failed') })
    : recordedFailure(recorded, message);
}

function recordedFailure(
  failure: NonNullable<BuildStatus['failure']>,
  conditionMessage: string | undefined,
): FailureView {
  const { reason, phase, exitCode, container, log } = failure;
  const explanation = explanationOf(reason);
  const message = failure.message ?? conditionMessage;
  const advice = failure.advice ?? explanation?.advice;
  const actor = failure.actor !== undefined && isActor(failure.actor) ? failure.actor : explanation?.actor;
  return {
    ...defined({ reason }),
    summary: summaryOf({ explanation, message, phase, advice, exitCode }),
    ...defined({ message, phase, exitCode, actor, advice, container }),
    log,
  };
}

interface Ended {
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly failed: PhaseView | undefined;
}

function derivedFailure({ reason: written, message, failed }: Ended): FailureView {
  const phase = failed?.name;
  const exitCode = failed !== undefined && 'exitCode' in failed ? failed.exitCode : undefined;
  const isExplained = phase !== undefined && isPhaseName(phase) && exitCode !== undefined;
  const reason = isExplained ? phaseReason(phase, exitCode) : written;
  const explanation = explanationOf(reason);
  return {
    ...defined({ reason }),
    summary: summaryOf({ explanation, message, phase, exitCode }),
    ...defined({ message, phase, exitCode }),
    ...(explanation !== undefined && { actor: explanation.actor, advice: explanation.advice }),
    log: [],
  };
}

interface Known {
  readonly explanation: Explanation | undefined;
  readonly message: string | undefined;
  readonly phase: string | undefined;
  readonly advice?: string | undefined;
  readonly exitCode: number | undefined;
}

/** The message of a phase that ended begins with kpack's words and lines of the log, so only its own sentence is shown. */
function summaryOf({ explanation, message, phase, advice, exitCode }: Known): string {
  if (explanation !== undefined && exitCode !== undefined) {
    const where = phase === undefined ? '' : `${phase}, `;
    const own = withoutAdvice(ownSentence(message ?? ''), advice) ?? `${explanation.meaning} (exit code ${exitCode}).`;
    return own.replace(/\(exit code (\d+)\)\.$/, `(${where}exit code $1).`);
  }
  const text =
    withoutAdvice(message, advice) ??
    (explanation === undefined ? 'The status has no message.' : `${explanation.meaning}.`);
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}

function withoutAdvice(text: string | undefined, advice = ''): string | undefined {
  return text?.endsWith(` ${advice}`) === true ? text.slice(0, -advice.length).trimEnd() : text;
}

function explanationOf(reason: string | undefined): Explanation | undefined {
  return reason !== undefined && isFailureReason(reason) ? EXPLANATIONS[reason] : undefined;
}

function isFailureReason(reason: string): reason is FailureReason {
  return Object.hasOwn(EXPLANATIONS, reason);
}

function isActor(actor: string): actor is Actor {
  return Object.hasOwn(ACTORS, actor);
}
