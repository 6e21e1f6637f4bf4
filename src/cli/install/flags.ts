import type { ClusterFlags } from '../cluster/flags.ts';

/** The options of `taskpack install` as commander gives them. */
export interface InstallFlags extends ClusterFlags {
  readonly output: 'yaml' | 'json';
  readonly imageRegistry?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
  readonly check?: true;
}
