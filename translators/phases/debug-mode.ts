import { PUSHING_PHASES, type DebugMode } from '../../src/core/model/debug-mode.ts';
import { PHASE_NAMES } from '../../src/core/model/phase-name.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { below, orderDirectory } from './order-directory.ts';
import type { Phase, PhaseList } from './phase.ts';
import { emptyDirVolume, mount, type VolumeMount } from './volumes.ts';

/**
 * Makes the phases stop for a user who debugs the Build. A Build that does not push has no phase that could: neither export nor
 * completion. The waiter of a phase holds it (fallback-entrypoint/README.md). Each phase has a volume of its own for the hold, so
 * that no phase ends the hold of another one.
 */
export function withHolds(build: ResolvedBuild, list: PhaseList): PhaseList {
  const { debug } = build;
  if (debug === undefined) return list;
  const phases = list.phases
    .filter(({ name }) => debug.pushes || !PUSHING_PHASES.includes(name))
    .map((phase) => (stopsAt(phase, debug) ? held(build, phase, debug) : phase));
  const volumes = phases
    .filter((phase) => phase.hold !== undefined)
    .map((phase) => emptyDirVolume(holdMount(phase).name));
  return { ...list, phases, volumes: [...list.volumes, ...volumes] };
}

function stopsAt({ name }: Phase, { stop }: DebugMode): boolean {
  return stop.kind === 'on-failure' || stop.phase === name;
}

function held(build: ResolvedBuild, phase: Phase, { stop, timeoutSeconds }: DebugMode): Phase {
  const own = below(orderDirectory(build, phase), holdMount(phase));
  const flag = stop.kind === 'before' ? HOLD_FLAGS.before : HOLD_FLAGS.onFailure;
  return {
    ...phase,
    mounts: [...phase.mounts, own],
    hold: [`${flag}${own.mountPath}`, `--hold_timeout=${timeoutSeconds}s`],
  };
}

/** The flags of the waiter whose value is the directory of the hold. */
export const HOLD_FLAGS = { before: '--hold_before=', onFailure: '--hold_failed=' } as const;

function holdMount({ name }: Phase): VolumeMount {
  return mount(`debug-${name}-dir`, '/var/taskpack-debug');
}

/** True if a Pod or TaskRun has this volume because its Build is debugged. */
export function isHoldVolume(name: string): boolean {
  return PHASE_NAMES.some((phase) => name === `debug-${phase}-dir`);
}
