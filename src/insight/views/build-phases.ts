import { defined } from '../../core/model/defined.ts';
import type { Build, BuildStatus } from '../../core/model/objects/build.ts';
import type { ContainerStateFields } from '../../core/model/objects/container.ts';
import { elapsedMs } from './duration.ts';

/** A phase of a Build. Times are in RFC 3339 and whole seconds. */
export type PhaseView = { readonly name: string } & (
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly startedAt?: string; readonly durationMs?: number }
  | PhaseEnd
  /** The Build ended while the phase ran. */
  | { readonly state: 'stopped'; readonly startedAt?: string }
  /** The Build ended before the phase started. */
  | { readonly state: 'skipped' }
);

/** The end of a phase that ended by itself. */
interface PhaseEnd {
  readonly state: 'succeeded' | 'failed';
  readonly exitCode: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly durationMs?: number;
}

/** A phase as the status has it. */
interface Step {
  readonly name: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly exitCode?: number;
}

/** Returns the phases of a Build in execution order, from `status.steps`, or from kpack's fields if a Build has no steps. */
export function buildPhases({ status }: Build, isFinished: boolean, nowMs: number): readonly PhaseView[] {
  const { steps } = status;
  const known: readonly Step[] =
    steps.length > 0
      ? steps.map(({ name = '', startedAt, finishedAt, exitCode }) => ({
          name,
          ...defined({ startedAt, finishedAt, exitCode }),
        }))
      : kpackSteps(status);
  const failedAt = known.findIndex(({ exitCode = 0 }) => exitCode !== 0);
  return known.map((step, index) =>
    failedAt >= 0 && index > failedAt ? { name: step.name, state: 'skipped' } : phaseView(step, isFinished, nowMs),
  );
}

/** Returns the phase that runs. */
export function runningPhase(phases: readonly PhaseView[]) {
  return phases.find((phase) => phase.state === 'running');
}

function phaseView({ name, exitCode, ...times }: Step, isFinished: boolean, nowMs: number): PhaseView {
  const { startedAt, finishedAt } = times;
  if (exitCode !== undefined) {
    const durationMs = elapsedMs(startedAt, finishedAt);
    const state = exitCode === 0 ? 'succeeded' : 'failed';
    return { name, state, exitCode, ...times, ...(durationMs !== undefined && { durationMs }) };
  }
  if (startedAt === undefined) return { name, state: isFinished ? 'skipped' : 'waiting' };
  if (isFinished) return { name, state: 'stopped', startedAt };
  const durationMs = elapsedMs(startedAt, nowMs);
  return { name, state: 'running', startedAt, ...(durationMs !== undefined && { durationMs }) };
}

/** kpack's phases in execution order (pkg/buildpod, build_pod.go). A rebase has two phases. */
const KPACK_PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];
const KPACK_REBASE = ['rebase', 'completion'];

/**
 * Returns the phases of a Build that kpack ran. `stepStates` has the states without names, and `stepsCompleted` the names of the
 * phases that succeeded, which are the first ones.
 */
function kpackSteps({ stepStates: states, stepsCompleted: completed }: BuildStatus): readonly Step[] {
  const names = states.length <= KPACK_REBASE.length ? KPACK_REBASE : KPACK_PHASES;
  const steps: Step[] = [];
  for (const [index, state] of states.entries()) {
    const name = completed[index] ?? names[index] ?? `phase ${index + 1}`;
    const previous = steps.at(-1);
    // After a phase that has not succeeded, the phases have not started, even if their containers run.
    const isAwaiting = previous !== undefined && previous.exitCode !== 0;
    steps.push(isAwaiting ? { name } : kpackStep(name, state, previous?.finishedAt));
  }
  return steps;
}

function kpackStep(name: string, { running, terminated }: ContainerStateFields, released: string | undefined): Step {
  if (terminated === undefined) return { name, ...laterStart(running?.startedAt, released) };
  const { exitCode = 1, startedAt, finishedAt } = terminated;
  return { name, exitCode, ...defined({ finishedAt }), ...laterStart(startedAt, released) };
}

/** All containers of kpack's layout for injected sidecars start together, so a phase starts when its predecessor ends. */
function laterStart(startedAt: string | undefined, released: string | undefined): { readonly startedAt?: string } {
  if (startedAt === undefined) return {};
  return { startedAt: released !== undefined && released > startedAt ? released : startedAt };
}
