import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryFlags } from '../registry/flags.ts';

/** The options of `taskpack tasks` as commander gives them. */
export interface TasksFlags extends RegistryFlags {
  readonly builder?: string;
  readonly filename?: readonly string[];
  readonly recursive?: true;
  readonly name: string;
  readonly platform?: Platform;
  readonly stepsImage?: string;
  /** Where a Tekton Bundle is pushed to. */
  readonly bundle?: string;
  /** `yaml`, `json`, or a directory. */
  readonly output: string;
}
