import type { PipelineResourceSpec } from '../../src/api/tekton/pipeline-resource.ts';
import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import type { Binding } from './bindings.ts';
import { noEquivalent } from './problems.ts';
import { keysOf, parameterName } from './resource-keys.ts';
import type { TranslatedSpec } from './task-spec.ts';
import type { OldTektonWorld } from './world.ts';

/** What PipelineResources say, as values of parameters. */
export interface Values {
  readonly params: readonly JsonObject[];
  /** The PipelineResources that are known, by binding. */
  readonly fetched: ReadonlyMap<Binding, PipelineResourceSpec>;
  readonly problems: readonly FieldProblem[];
}

/** What git resources could say since Tekton 0.13, and the way to say it today. */
const GONE: ReadonlyMap<string, string> = new Map([
  ['refspec', 'give a revision that the server knows by itself'],
  ['httpproxy', 'set HTTP_PROXY in the environment of the steps'],
  ['httpsproxy', 'set HTTPS_PROXY in the environment of the steps'],
  ['noproxy', 'set NO_PROXY in the environment of the steps'],
]);

/** What storage resources said of their bucket, which the problem of the bucket is about. */
const OF_BUCKETS = ['type', 'location', 'dir', 'artifacttype'];

/** The values that the run's PipelineResources give to the parameters of its Task. */
export function valuesOf(
  bindings: readonly Binding[],
  run: TaskRun,
  task: TranslatedSpec,
  world: OldTektonWorld,
): Values {
  const problems: FieldProblem[] = [];
  const fetched = new Map<Binding, PipelineResourceSpec>();
  const said = new Map<string, string>();
  const params = new Map<string, string>();
  for (const bound of bindings) {
    const found = specOf(bound, run, world);
    if ('problem' in found) {
      problems.push(found.problem);
      continue;
    }
    fetched.set(bound, found.spec);
    problems.push(...problemsOf(found.spec, bound, found.path));
    for (const [name, value] of namedValues(found.spec, bound)) {
      if (!task.parameters.has(name)) continue;
      if ((said.get(name) ?? value) !== value) problems.push(different(name, bound));
      const isFirst = !said.has(name);
      said.set(name, value);
      if (isFirst && !isHandedOn(bound)) params.set(name, value);
    }
  }
  return { params: [...params].map(([name, value]) => ({ name, value })), fetched, problems };
}

/** Whether an earlier task has left the resource: without a URL it is not fetched again. */
function isHandedOn({ resource, binding }: Binding): boolean {
  return resource.direction === 'inputs' && resource.type === 'git' && (binding.paths ?? []).length > 0;
}

type Found = { readonly spec: PipelineResourceSpec; readonly path: FieldPath } | { readonly problem: FieldProblem };

function specOf({ binding, path }: Binding, run: TaskRun, world: OldTektonWorld): Found {
  const { resourceRef, resourceSpec } = binding;
  if (resourceSpec !== undefined) return { spec: resourceSpec, path: [...path, 'resourceSpec'] };
  const at = [...path, 'resourceRef', 'name'];
  if (resourceRef === undefined)
    return { problem: fieldError(path, 'missing field(s)', 'resourceRef or resourceSpec') };
  const spec = world.pipelineResource(run.metadata.namespace, resourceRef.name);
  if (spec !== undefined) return { spec, path: at };
  return { problem: fieldError(at, `PipelineResource "${resourceRef.name}" is not among the input; add it`) };
}

/** The values by parameter. Early Tekton cared little for the case of names. */
function namedValues(
  { params = [] }: PipelineResourceSpec,
  { resource }: Binding,
): readonly (readonly [string, string])[] {
  return keysOf(resource).flatMap(({ key }) => {
    const given = params.findLast(({ name }) => name.toLowerCase() === key.toLowerCase());
    return given === undefined ? [] : [[parameterName(resource.name, key), given.value] as const];
  });
}

function problemsOf(
  { type, params = [] }: PipelineResourceSpec,
  { resource }: Binding,
  at: FieldPath,
): readonly FieldProblem[] {
  if (type !== resource.type) {
    return [fieldError(at, `the Task wants a resource of type ${resource.type}, and this is one of type ${type}`)];
  }
  return params.flatMap(({ name }) => {
    const key = name.toLowerCase();
    const advice = type === 'git' ? GONE.get(key) : undefined;
    if (advice !== undefined) return [noEquivalent(at, `parameter ${name} of a git resource`, advice)];
    const isKnown = keysOf(resource).some((known) => known.key.toLowerCase() === key) || OF_BUCKETS.includes(key);
    return isKnown
      ? []
      : [fieldWarning(at, `parameter ${name} says nothing of a resource of type ${type}; it is left out`)];
  });
}

function different(name: string, { path }: Binding): FieldProblem {
  return fieldError(
    path,
    `is bound otherwise than the input of this name, and both are parameter ${name}; bind one resource to both`,
  );
}
