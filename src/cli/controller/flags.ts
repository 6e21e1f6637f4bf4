import type { ClusterFlags } from '../cluster/flags.ts';

/** The options of `taskpack controller` as commander gives them. */
export interface ControllerFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly allowKpack?: true;
}
