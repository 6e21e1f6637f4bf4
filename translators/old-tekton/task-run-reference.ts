import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';

const AT = ['spec', 'taskRef'];

/** Converts a taskRef to v1, in which a bundle is a parameter of a resolver. */
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

/** Returns a reference for Tekton's bundle resolver (tektoncd/pipeline, docs/bundle-resolver.md). */
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
  const isCustomTask = !apiVersion.startsWith('tekton.dev/');
  return [
    ...(kind === 'ClusterTask'
      ? [
          noEquivalent(
            [...AT, 'kind'],
            'a ClusterTask',
            'make it a Task, and refer to the Task with the resolver "cluster"',
          ),
        ]
      : []),
    ...(isCustomTask
      ? [fieldError([...AT, 'apiVersion'], 'a TaskRun can only run Tasks of tekton.dev; use a CustomRun')]
      : []),
  ];
}
