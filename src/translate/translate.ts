import type { SourceDocument } from '../model/document.ts';
import type { Manifest } from '../model/manifest.ts';
import type { Problem } from '../model/problem.ts';
import type { TranslateOptions } from './options.ts';

export interface Translation {
  /** In apply order; empty if any problem is an error. Made anew at each iteration, so that long streams need no memory. */
  readonly manifests: Iterable<Manifest>;
  readonly problems: readonly Problem[];
}

/** Turns every Build and Image among the documents into the objects that run it. */
export function translate(_documents: readonly SourceDocument[], _options: TranslateOptions): Translation {
  return { manifests: [], problems: [] };
}
