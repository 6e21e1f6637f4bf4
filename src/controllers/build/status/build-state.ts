import type { BuildProgress } from '../../../model/build-progress.ts';
import type { Failure } from '../failure/failure.ts';
import type { BuiltImage } from './built-image.ts';

/** How a Build stands, with what runs it, as far as that is known. */
export type BuildState = {
  readonly backend?: 'tekton' | 'native';
  readonly taskRunName?: string;
} & (
  | { readonly kind: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly kind: 'in-progress'; readonly progress: BuildProgress }
  | { readonly kind: 'succeeded'; readonly progress: BuildProgress; readonly image: BuiltImage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly progress?: BuildProgress }
);
