import type { TaskRun } from '../../src/core/model/objects/task-run.ts';

/** Tekton starts the first step when the Pod has this annotation (tektoncd/pipeline, pkg/pod/entrypoint.go). */
export const TEKTON_READY_ANNOTATION = 'tekton.dev/ready';

/** The init containers that Tekton may add before the steps (tektoncd/pipeline, pkg/pod/pod.go). */
const INIT_CONTAINERS: ReadonlySet<string> = new Set(['prepare', 'place-scripts', 'working-dir-initializer']);

/** Tekton's prefixes for the containers of steps and of the sidecars that a Task declares. */
const STEP = 'step-';
const SIDECAR = 'sidecar-';

/** The sidecar that does nothing. */
export const DUMMY_SIDECAR = 'dummy';

/** The sidecar that Tekton adds to read results from logs. */
const LOG_RESULTS = `${SIDECAR}tekton-log-results`;

/** The containers that Tekton runs beside the steps of taskpack's TaskRuns. */
export const TEKTON_CONTAINERS: readonly string[] = [...INIT_CONTAINERS, SIDECAR + DUMMY_SIDECAR];

/** Returns the name that Tekton gives the container of a step. */
export function containerOfStep(step: string): string {
  return STEP + step;
}

/** Returns the step of a container of Tekton's; `undefined` if the container runs no step. */
export function stepOfContainer(container: string): string | undefined {
  return container.startsWith(STEP) ? container.slice(STEP.length) : undefined;
}

/** True for the name of a regular container that runs a sidecar of the Task: one of the author, or Tekton's own. */
export function isTaskSidecar(container: string): boolean {
  return container.startsWith(SIDECAR);
}

/** True if Tekton adds a container of this name to Pods of TaskRuns. */
export function isTektonContainer(container: string): boolean {
  return INIT_CONTAINERS.has(container) || container === LOG_RESULTS;
}

/** True if a container without a step is one of Tekton's, or a sidecar that the task declares. */
export function isHelper(container: string, { spec }: TaskRun): boolean {
  const isDeclared = spec.taskSpec.sidecars.some(({ name }) => `${SIDECAR}${name}` === container);
  return isDeclared || isTektonContainer(container);
}
