/** The options that `addRegistryOptions` adds, as commander gives them. */
export interface RegistryFlags {
  readonly insecureRegistry?: readonly string[];
  readonly caFile?: string;
}
