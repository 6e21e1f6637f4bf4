import type { ResourceBinding } from '../../src/core/api/tekton/task-run.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import type { Resource } from './task-resources.ts';
import type { TranslatedSpec } from './task.ts';

interface Named {
  readonly name: string;
}

/** A resource of the Task, and the binding of it in a TaskRun or in a task of a Pipeline. */
export interface Binding<Written = ResourceBinding> {
  readonly resource: Resource;
  readonly binding: Written;
  readonly path: FieldPath;
}

/** The bindings of a Task's resources, as a TaskRun or a task of a Pipeline has them in its field `resources`. */
export interface WrittenBindings<Written> {
  readonly inputs?: readonly Written[];
  readonly outputs?: readonly Written[];
}

/** Returns the bindings of resources that the Task declares. `at` is the path of the field `resources`. */
export function bindingsOf<Written extends Named>(
  written: WrittenBindings<Written>,
  { resources }: TranslatedSpec,
  at: FieldPath,
): readonly Binding<Written>[] {
  return (['inputs', 'outputs'] as const).flatMap((direction) =>
    (written[direction] ?? []).flatMap((binding, index) => {
      const resource = resources.find((one) => one.direction === direction && one.name === binding.name);
      return resource === undefined ? [] : [{ resource, binding, path: [...at, direction, index] }];
    }),
  );
}

/** Reports bindings of resources that the Task does not declare. */
export function undeclared(
  written: WrittenBindings<Named>,
  { declares }: TranslatedSpec,
  at: FieldPath,
): readonly FieldProblem[] {
  return (['inputs', 'outputs'] as const).flatMap((direction) =>
    (written[direction] ?? []).flatMap(({ name }, index) => {
      if (declares(direction, name)) return [];
      const message = `the Task does not declare resource ${JSON.stringify(name)} in its ${direction}; remove the binding or correct the name`;
      return [fieldError([...at, direction, index, 'name'], message)];
    }),
  );
}

/** Reports required resources that are bound neither as a resource nor by one of the `own` workspaces and parameters. */
export function unbound(
  bindings: readonly Binding<Named>[],
  own: readonly Named[],
  task: TranslatedSpec,
  at: FieldPath,
  advice: string,
): readonly FieldProblem[] {
  const names = new Set(own.map(({ name }) => name));
  return task.resources
    .filter((resource) => !resource.isOptional && !bindings.some((bound) => bound.resource === resource))
    .filter(
      (resource) => !task.artifacts.some((artifact) => artifact.resource === resource && names.has(artifact.name)),
    )
    .map(({ name, direction }) =>
      fieldError([...at, direction], `resource ${JSON.stringify(name)} of the Task is not bound; ${advice}`),
    );
}
