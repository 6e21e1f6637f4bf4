import type { RegistryFlags } from '../registry/flags.ts';
import type { BuilderFlags } from './flags.ts';

/** The options of `taskpack builder publish` as commander gives them. */
export interface PublishFlags extends BuilderFlags, RegistryFlags {}
