import type { Wanted } from '../../logs/log-target.ts';
import type { PhaseName } from '../../model/phase-name.ts';
import type { ClusterFlags } from '../cluster/flags.ts';

/** The options of `taskpack logs` as commander gives them. */
export interface LogsFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly follow?: true;
  readonly phase?: PhaseName;
  readonly container?: string;
  readonly all?: true;
  readonly timestamps?: true;
}

/** Whose logs the options ask for. */
export function wantedBy({ phase, container, all }: LogsFlags): Wanted {
  if (phase !== undefined) return { kind: 'phase', phase };
  if (container !== undefined) return { kind: 'container', container };
  return { kind: all === true ? 'all' : 'phases' };
}
