import type { Mirrors } from '../../registry/client/mirrors.ts';

/** The options that `addRegistryOptions` adds, as commander gives them. */
export interface RegistryFlags {
  readonly insecureRegistry?: readonly string[];
  readonly registryMirror?: Mirrors;
  readonly caFile?: string;
}
