import { hasErrors, type Problem } from '../../model/problem.ts';
import type { TranslateOptions } from '../../translate/options.ts';
import { translate, type Translation } from '../../translate/translate.ts';
import type { Documents } from './input/read-documents.ts';

/** Translates what was read; where something could not be read, only finds what else is wrong. */
export function translateRead(read: Documents, options: TranslateOptions): Translation {
  const problems = options.strict ? read.problems.map(asError) : read.problems;
  if (!hasErrors(problems)) {
    const translation = translate(read.documents, options);
    return { ...translation, problems: [...problems, ...translation.problems] };
  }
  if (read.documents.length === 0) return { manifests: [], problems };
  const { problems: others } = translate(read.documents, { ...options, strict: false });
  return { manifests: [], problems: [...problems, ...others.filter(isSure)] };
}

/** Warnings would be about what could not be read, and so may be whatever lacks facts. */
function isSure({ severity, lacksFactsOf }: Problem): boolean {
  return severity === 'error' && lacksFactsOf === undefined;
}

function asError(problem: Problem): Problem {
  return problem.severity === 'warning' ? { ...problem, severity: 'error' } : problem;
}
