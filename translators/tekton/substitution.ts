import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/model/json.ts';
import { fieldError, formatFieldPath, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import type { PhaseList } from '../phases/phase.ts';

/**
 * Tekton replaces `$(…)` in almost every text of a task and has no way to escape it (tektoncd/pipeline#4931), so a
 * text of the Build's that holds one and gets into the task is refused.
 */
export function refuseSubstitutions(build: ResolvedBuild, list: PhaseList): readonly FieldProblem[] {
  // Finding that there is none is what almost every Build needs, and a tenth of the work of finding where it is.
  if (!holdsSubstitution({ ...build.placement }) && !holdsSubstitution(task(list))) return [];
  return [
    ...textsWithSubstitution({ ...build.placement }, ['spec']).map(({ path, text }) => refusal(path, text)),
    ...textsWithSubstitution(task(list), []).map(({ path, text }) => refusal(originOf(build, path, text), text, path)),
  ];
}

/** The parts of the task that come from phases; what is added to them later is ours and meant to be replaced. */
function task({ phases, volumes }: PhaseList): JsonObject {
  const steps = phases.map(({ image, command, args, env, mounts }) => ({
    image,
    command,
    args,
    env,
    volumeMounts: mounts,
  }));
  return { steps, volumes };
}

function refusal(field: FieldPath, text: string, place?: FieldPath): FieldProblem {
  const at = place === undefined ? '' : ` (at ${formatFieldPath(place)} of the task)`;
  const message = `Tekton would replace the "$(" in ${JSON.stringify(text)}${at} and has no escape for it; choose another value, or translate to a Pod`;
  return fieldError(field, message);
}

function holdsSubstitution(value: Json): boolean {
  if (typeof value === 'string') return value.includes('$(');
  if (isJsonList(value)) return value.some(holdsSubstitution);
  return isJsonObject(value) && Object.values(value).some(holdsSubstitution);
}

interface Found {
  readonly path: FieldPath;
  readonly text: string;
}

function textsWithSubstitution(value: Json, path: FieldPath): readonly Found[] {
  if (typeof value === 'string') return value.includes('$(') ? [{ path, text: value }] : [];
  if (isJsonList(value)) return value.flatMap((child, index) => textsWithSubstitution(child, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => textsWithSubstitution(child, [...path, key]));
}

/** The Build's field that a text of the task came from, as far as it can be told. */
function originOf({ operation }: ResolvedBuild, path: FieldPath, text: string): FieldPath {
  if (path.includes('env')) return ['spec', 'env'];
  const process = operation.kind === 'build' ? operation.defaultProcess : undefined;
  return process !== undefined && text === `-process-type=${process}` ? ['spec', 'defaultProcess'] : ['spec'];
}
