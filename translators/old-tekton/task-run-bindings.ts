import type { TaskRun } from '../../src/core/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { ReferencedTektonObjects } from './referenced-objects.ts';
import { valuesOf } from './resource-values.ts';
import { bindingsOf, unbound, undeclared } from './task-run-resources.ts';
import { artifactClaimName, bindArtifacts } from './task-run-artifacts.ts';
import type { TranslatedSpec } from './task.ts';

/** The parameters and workspaces that a TaskRun passes to its Task instead of resources. */
export interface Bound {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
  /** The claim of the PipelineRun, if a workspace is on it. */
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

const AT = ['spec', 'resources'];

/** Binds the run's PipelineResources to the parameters and workspaces that replace the Task's resources. */
export function bindResources(run: TaskRun, task: TranslatedSpec | undefined, objects: ReferencedTektonObjects): Bound {
  const written = run.spec.resources ?? {};
  if (task === undefined) return unknownTask(run);
  const bindings = bindingsOf(written, task, AT);
  const { parameters } = task;
  const values = valuesOf(bindings, { kind: 'Task', namespace: run.metadata.namespace, parameters }, objects);
  const given = bindArtifacts(bindings, run, task, artifactClaimName(run), objects.artifacts);
  return {
    params: [...values.params, ...given.params],
    workspaces: given.workspaces,
    ...(given.claim !== undefined && { claim: given.claim }),
    problems: [
      ...undeclared(written, task, AT),
      ...unbound(
        bindings,
        [...(run.spec.workspaces ?? []), ...(run.spec.params ?? [])],
        task,
        AT,
        'bind a PipelineResource to it',
      ),
      ...values.problems,
      ...given.problems,
    ],
  };
}

function unknownTask({ spec: { taskRef, resources: { inputs = [], outputs = [] } = {} } }: TaskRun): Bound {
  const isBound = inputs.length + outputs.length > 0;
  const problems = isBound ? [missingObject(taskRef?.kind ?? 'Task', taskRef?.name ?? '', ['spec', 'taskRef'])] : [];
  return { params: [], workspaces: [], problems };
}

/** Reports that resources are bound to those of an object that is not in the input. */
export function missingObject(kind: string, name: string, path: FieldProblem['paths'][0]): FieldProblem {
  const message = `the resources cannot be converted without ${kind} ${JSON.stringify(name)}, which is not in the input as v1alpha1 or v1beta1; add the file with -f`;
  return fieldError(path, message);
}
