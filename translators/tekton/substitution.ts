import type { Json } from '../../src/model/json.ts';
import { fieldError, formatFieldPath, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';

/**
 * Tekton replaces `$(…)` in almost every text of a task and has no way to escape it (tektoncd/pipeline#4931), so a
 * text of the user's that holds one is refused. Called on what comes from the Build, before our own are added.
 */
export function refuseSubstitutions(build: ResolvedBuild, texts: Json): readonly FieldProblem[] {
  return textsWithSubstitution(texts, []).map(({ path, text }) =>
    fieldError(
      originOf(build, text),
      `Tekton would replace the "$(" in ${JSON.stringify(text)} (at ${formatFieldPath(path)} of the task) and has no escape for it; choose another value, or translate to a Pod`,
    ),
  );
}

interface Found {
  readonly path: FieldPath;
  readonly text: string;
}

function textsWithSubstitution(value: Json, path: FieldPath): readonly Found[] {
  if (typeof value === 'string') return value.includes('$(') ? [{ path, text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]) => textsWithSubstitution(child as Json, [...path, key]));
}

/** The Build's field that the text came from, as far as one can be told from it. */
function originOf({ operation }: ResolvedBuild, text: string): FieldPath {
  const isProcess =
    operation.kind === 'build' &&
    operation.defaultProcess !== undefined &&
    text === `-process-type=${operation.defaultProcess}`;
  return isProcess ? ['spec', 'defaultProcess'] : ['spec'];
}
