import type { Platform } from '../../registry/client/platform.ts';

/** The options of `taskpack inspect` as commander gives them. */
export interface InspectFlags {
  readonly platform: Platform;
  readonly insecureRegistry?: readonly string[];
  readonly caFile?: string;
  readonly output: 'yaml' | 'json';
}
