import type { TranslateOptions } from '../../translate/options.ts';
import type { RegistryFlags } from '../registry/flags.ts';

/** The options of `taskpack translate` as commander hands them over. */
export interface TranslateFlags extends RegistryFlags {
  readonly filename: readonly string[];
  readonly recursive?: true;
  readonly to: TranslateOptions['to'];
  readonly layout?: TranslateOptions['layout'];
  readonly sidecar: TranslateOptions['dummySidecar'];
  readonly sidecars: boolean;
  readonly platformApi?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
  readonly now?: number;
  readonly namespace?: string;
  readonly strict?: true;
  readonly offline?: true;
  readonly output: OutputFormat;
}

export type OutputFormat = 'yaml' | 'json' | 'name';
