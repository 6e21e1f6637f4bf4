import { PHASE_NAMES, type PhaseName } from '../../../src/model/phase-name.ts';

/** Those of the named things that are phases, in their order, whatever the order in which they are listed. */
export function inPhaseOrder<T>(named: ReadonlyMap<string, T>): readonly (readonly [PhaseName, T])[] {
  return PHASE_NAMES.flatMap((phase) => {
    const thing = named.get(phase);
    return thing === undefined ? [] : [[phase, thing] as const];
  });
}
