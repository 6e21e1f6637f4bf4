import { readObjects } from '../../core/api/read-objects.ts';
import type { SourceDocument } from '../../core/model/document.ts';
import { hasErrors, type Problem } from '../../core/model/problem.ts';
import { untranslatedKind } from '../../core/translate/old-tekton/left-out-objects.ts';
import type { TranslateOptions } from '../../core/translate/options.ts';
import { withStrictness } from '../../core/translate/strictness.ts';
import { translate, type Translation } from '../../core/translate/translate.ts';
import type { Documents } from '../input.ts';

/**
 * Translates the documents. Returns no manifests if a problem is an error, unless all errors are those of files that may be
 * left out and the translation is not strict.
 */
export function translateDocuments(read: Documents, options: TranslateOptions): Translation {
  const leftOut = options.strict ? [] : (read.leftOut ?? []);
  const unreadable = read.problems.filter((problem) => !leftOut.includes(problem) && problem.severity === 'error');
  if (unreadable.length > 0) return withoutManifests(read, options);
  const isPartial = leftOut.length > 0;
  const translation = translate(read.documents, options, isPartial ? 'partial' : 'whole');
  const problems = [...withStrictness(read.problems, options.strict), ...translation.problems];
  return { manifests: hasErrors(problems) && !isPartial ? [] : translation.manifests, problems };
}

/** Returns the problems of all inputs, if one of them is unreadable. */
function withoutManifests({ documents, problems }: Documents, options: TranslateOptions): Translation {
  const { problems: others } = translate(documents, { ...options, strict: false }, 'partial');
  const warnings = options.strict ? warningsOf(documents) : [];
  const independent = [...others.filter(isIndependentOfUnread), ...warnings];
  return { manifests: [], problems: withStrictness([...problems, ...independent], options.strict) };
}

/** True if the problem does not depend on the unreadable documents, as warnings and missing facts may. */
function isIndependentOfUnread({ severity, lacksFactsOf }: Problem): boolean {
  return severity === 'error' && lacksFactsOf === undefined;
}

/** Returns the warnings about single objects, such as Builds of other programs, which depend on no other document. */
function warningsOf(documents: readonly SourceDocument[]): readonly Problem[] {
  const { objects, problems } = readObjects(documents);
  return [...problems, ...objects.flatMap(untranslatedKind)].filter(({ severity }) => severity === 'warning');
}
