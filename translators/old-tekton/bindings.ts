import type { TaskRun, ResourceBinding } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { artifactClaimName } from './artifact-claim.ts';
import { bindWorkspaces } from './bind-workspaces.ts';
import { valuesOf } from './resource-values.ts';
import type { Direction, Resource } from './resources.ts';
import type { TranslatedSpec } from './task-spec.ts';
import type { OldTektonWorld } from './world.ts';

/** What a TaskRun gives to its Task in place of resources. */
export interface Bound {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
  /** The claim of the PipelineRun, where a workspace is on it. */
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

/** A resource of the Task, and what the run gives for it. */
export interface Binding {
  readonly resource: Resource;
  readonly binding: ResourceBinding;
  readonly path: FieldPath;
}

/** Gives the run's PipelineResources to what the Task has in place of its resources. */
export function bindResources(run: TaskRun, task: TranslatedSpec | undefined, world: OldTektonWorld): Bound {
  const { inputs = [], outputs = [] } = run.spec.resources ?? {};
  if (task === undefined) return unknownTask(run, inputs.length + outputs.length);
  const bindings = [...bindingsOf('inputs', inputs, task), ...bindingsOf('outputs', outputs, task)];
  const values = valuesOf(bindings, run, task, world);
  const given = bindWorkspaces(bindings, run, task, artifactClaimName(run), values.fetched, world.artifacts);
  return {
    params: values.params,
    workspaces: given.workspaces,
    ...(given.claim !== undefined && { claim: given.claim }),
    problems: [
      ...undeclared('inputs', inputs, task),
      ...undeclared('outputs', outputs, task),
      ...unbound(bindings, run, task),
      ...values.problems,
      ...given.problems,
    ],
  };
}

function unknownTask({ spec: { taskRef } }: TaskRun, bindings: number): Bound {
  const message = `what becomes of the resources depends on Task ${JSON.stringify(taskRef?.name ?? '')}, which is not among the input as a Task of v1alpha1 or v1beta1; add it`;
  return { params: [], workspaces: [], problems: bindings === 0 ? [] : [fieldError(['spec', 'taskRef'], message)] };
}

function bindingsOf(
  direction: Direction,
  list: readonly ResourceBinding[],
  { resources }: TranslatedSpec,
): readonly Binding[] {
  return list.flatMap((binding, index) => {
    const resource = resources.find((one) => one.direction === direction && one.name === binding.name);
    return resource === undefined ? [] : [{ resource, binding, path: ['spec', 'resources', direction, index] }];
  });
}

function undeclared(
  direction: Direction,
  list: readonly ResourceBinding[],
  { declares }: TranslatedSpec,
): readonly FieldProblem[] {
  return list.flatMap(({ name }, index) => {
    if (declares(direction, name)) return [];
    const path = ['spec', 'resources', direction, index, 'name'];
    return [fieldError(path, `the Task declares no resource ${JSON.stringify(name)} among its ${direction}`)];
  });
}

/** Resources that the run had to bind; a workspace that it binds itself takes the place of one. */
function unbound(bindings: readonly Binding[], run: TaskRun, task: TranslatedSpec): readonly FieldProblem[] {
  const own = new Set((run.spec.workspaces ?? []).map(({ name }) => name));
  return task.resources
    .filter((resource) => !resource.isOptional && !bindings.some((bound) => bound.resource === resource))
    .filter((resource) => !task.workspaces.some(({ name, resources }) => own.has(name) && resources.includes(resource)))
    .map(({ name, direction }) =>
      fieldError(['spec', 'resources', direction], `nothing is bound to resource ${JSON.stringify(name)} of the Task`),
    );
}
