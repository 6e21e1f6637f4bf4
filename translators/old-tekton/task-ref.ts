import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';

const AT = ['spec', 'taskRef'];

/** A reference to a Task as v1 writes it: bundles have a resolver now. */
export function translateTaskRef(reference: TaskRun['spec']['taskRef']): Piece<JsonObject | undefined> {
  if (reference === undefined) return { value: undefined, problems: [] };
  const { name, kind, bundle, resolver, params } = reference;
  const problems = problemsOf(reference);
  if (bundle !== undefined) return { value: bundleReference(bundle, name ?? ''), problems };
  const value = {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
    ...(resolver !== undefined && { resolver }),
    ...(params !== undefined && { params }),
  };
  return { value, problems };
}

/** The parameters of Tekton's bundle resolver (docs/bundle-resolver). */
function bundleReference(bundle: string, name: string): JsonObject {
  const params = [
    { name: 'bundle', value: bundle },
    { name: 'name', value: name },
    { name: 'kind', value: 'task' },
  ];
  return { resolver: 'bundles', params };
}

function problemsOf({
  kind,
  apiVersion = 'tekton.dev/v1',
}: NonNullable<TaskRun['spec']['taskRef']>): readonly FieldProblem[] {
  const isForeign = !apiVersion.startsWith('tekton.dev/');
  return [
    ...(kind === 'ClusterTask'
      ? [noEquivalent([...AT, 'kind'], 'a ClusterTask', 'make it a Task, and refer to it by the resolver "cluster"')]
      : []),
    ...(isForeign ? [fieldError([...AT, 'apiVersion'], 'a TaskRun runs Tasks of tekton.dev; use a CustomRun')] : []),
  ];
}
