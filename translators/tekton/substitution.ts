import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts';
import { fieldError, formatFieldPath, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { PhaseList } from '../phases/phase.ts';
import { phaseList } from '../phases/phase-list.ts';
import type { TaskpackPrograms } from '../phases/taskpack-phases.ts';

/**
 * Refuses a Build whose texts would bring `$(…)` into the task. Tekton replaces `$(…)` in almost every text of a task and
 * has no escape for it (tektoncd/pipeline#4931).
 */
export function refuseSubstitutions(build: ResolvedBuild, programs: TaskpackPrograms): readonly FieldProblem[] {
  // Few Builds contain `$(`. Only for these, build the phases and check if the text reaches the task.
  if (!containsSubstitution(build) && !containsSubstitution(programs)) return [];
  const placement = textsWithSubstitution({ ...build.placement }, ['spec']);
  const ofTask = textsWithSubstitution(task(phaseList(build, programs, 'taskrun')), []);
  return [
    ...placement.map(({ path, text }) => refusal(path, text)),
    ...ofTask.map(({ path, text }) => refusal(originOf(build, path, text), text, path)),
  ];
}

/** Returns the parts of the task that come from phases. Later steps add only `$(…)` that Tekton is meant to replace. */
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

function containsSubstitution(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('$(');
  return typeof value === 'object' && value !== null && Object.values(value).some(containsSubstitution);
}

interface FoundText {
  readonly path: FieldPath;
  readonly text: string;
}

function textsWithSubstitution(value: Json, path: FieldPath): readonly FoundText[] {
  if (typeof value === 'string') return value.includes('$(') ? [{ path, text: value }] : [];
  if (isJsonList(value)) return value.flatMap((child, index) => textsWithSubstitution(child, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => textsWithSubstitution(child, [...path, key]));
}

/** Returns the Build's field that a text of the task came from, or `spec` if the field is not known. */
function originOf({ operation }: ResolvedBuild, path: FieldPath, text: string): FieldPath {
  if (path.includes('env')) return ['spec', 'env'];
  const process = operation.kind === 'build' ? operation.defaultProcess : undefined;
  return process !== undefined && text === `-process-type=${process}` ? ['spec', 'defaultProcess'] : ['spec'];
}
