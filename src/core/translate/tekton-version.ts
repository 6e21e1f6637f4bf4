import { fieldError, fieldNote, type FieldProblem } from '../model/problem.ts';
import { FIRST_TEKTON_WITH_SECURITY_CONTEXT, tektonFeatures, unsupportedTekton } from '../model/tekton-features.ts';
import { isOlderVersion, versionNumbers } from '../model/version.ts';
import type { TranslateOptions } from './options.ts';

/** Refuses a version of Tekton that does not run TaskRuns of taskpack. Notes what is different on an older Tekton. */
export function tektonProblems({
  to,
  tektonVersion: version,
}: Pick<TranslateOptions, 'to' | 'tektonVersion'>): readonly FieldProblem[] {
  if (to === 'pod' || version === undefined) return [];
  if (versionNumbers(version) === undefined)
    return [fieldError([], `"${version}" is not a version of Tekton, such as 0.44.0`)];
  const unsupported = unsupportedTekton(version);
  if (unsupported !== undefined) return [fieldError([], `${unsupported}: translate to Pods instead`)];
  return notes(version).map((message) => fieldNote([], message));
}

function notes(version: string): readonly string[] {
  const results = `the results of TaskRuns on Tekton ${version} belong to the task, so every step can write them: compare IMAGE_DIGEST with the registry before you trust it`;
  const security = `Tekton ${version} cannot set the security context of its own containers, so a namespace that enforces Pod Security restricted refuses the Pods of TaskRuns`;
  return [
    ...(tektonFeatures({ version }).stepResults ? [] : [results]),
    ...(isOlderVersion(version, FIRST_TEKTON_WITH_SECURITY_CONTEXT) ? [security] : []),
  ];
}
