import type { PhaseName } from '../../core/model/phase-name.ts';
import type { ClusterFlags } from '../options.ts';

/** The parsed options of `taskpack logs`. */
export interface LogsFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly follow?: true;
  /** The number of a Build of an Image. */
  readonly build?: number;
  readonly last?: true;
  readonly phase?: PhaseName;
  readonly container?: string;
  readonly all?: true;
  readonly tail?: number;
  /** In seconds. */
  readonly since?: number;
  readonly timestamps?: true;
}
