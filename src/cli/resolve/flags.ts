import type { BuilderFlags } from '../builder/flags.ts';
import type { RegistryFlags } from '../registry/flags.ts';

/** The options of `taskpack resolve` as commander gives them. */
export interface ResolveFlags extends BuilderFlags, RegistryFlags {
  readonly offline?: true;
  readonly output: 'table' | 'yaml' | 'json';
}
