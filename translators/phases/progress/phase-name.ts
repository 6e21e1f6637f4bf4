import type { PhaseName } from '../../../src/model/build-progress.ts';

/** Every name that a phase has, in the order in which those of one Build run. */
const PHASE_NAMES: readonly PhaseName[] = [
  'prepare',
  'analyze',
  'detect',
  'restore',
  'build',
  'export',
  'rebase',
  'completion',
];

/** Those of the named things that are phases, in their order, whatever the order in which they are listed. */
export function inPhaseOrder<T>(named: ReadonlyMap<string, T>): readonly (readonly [PhaseName, T])[] {
  return PHASE_NAMES.flatMap((phase) => {
    const thing = named.get(phase);
    return thing === undefined ? [] : [[phase, thing] as const];
  });
}

/** Whether a container or step of that name is a phase. */
export function isPhaseName(name: string): name is PhaseName {
  return PHASE_NAMES.some((phase) => phase === name);
}
