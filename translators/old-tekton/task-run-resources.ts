import type { TaskRun, ResourceBinding } from '../../src/api/tekton/task-run.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import type { Direction, Resource } from './task-resources.ts';
import type { TranslatedSpec } from './task.ts';

/** A resource of the Task, and the TaskRun's binding of it. */
export interface Binding {
  readonly resource: Resource;
  readonly binding: ResourceBinding;
  readonly path: FieldPath;
}

export function bindingsOf(
  direction: Direction,
  list: readonly ResourceBinding[],
  { resources }: TranslatedSpec,
): readonly Binding[] {
  return list.flatMap((binding, index) => {
    const resource = resources.find((one) => one.direction === direction && one.name === binding.name);
    return resource === undefined ? [] : [{ resource, binding, path: ['spec', 'resources', direction, index] }];
  });
}

export function undeclared(
  direction: Direction,
  list: readonly ResourceBinding[],
  { declares }: TranslatedSpec,
): readonly FieldProblem[] {
  return list.flatMap(({ name }, index) => {
    if (declares(direction, name)) return [];
    const path = ['spec', 'resources', direction, index, 'name'];
    return [
      fieldError(
        path,
        `the Task does not declare resource ${JSON.stringify(name)} in its ${direction}; remove the binding or correct the name`,
      ),
    ];
  });
}

/** Reports required resources that the run binds neither as a resource nor as a workspace. */
export function unbound(bindings: readonly Binding[], run: TaskRun, task: TranslatedSpec): readonly FieldProblem[] {
  const own = new Set((run.spec.workspaces ?? []).map(({ name }) => name));
  return task.resources
    .filter((resource) => !resource.isOptional && !bindings.some((bound) => bound.resource === resource))
    .filter((resource) => !task.workspaces.some(({ name, resources }) => own.has(name) && resources.includes(resource)))
    .map(({ name, direction }) =>
      fieldError(
        ['spec', 'resources', direction],
        `resource ${JSON.stringify(name)} of the Task is not bound; bind a PipelineResource to it`,
      ),
    );
}
