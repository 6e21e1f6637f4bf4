import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryFlags } from '../registry/flags.ts';

/** The options of `taskpack inspect` as commander gives them. */
export interface InspectFlags extends RegistryFlags {
  readonly platform?: Platform;
  readonly output: 'yaml' | 'json';
}
