import type { JsonObject } from '../../src/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../src/model/json-field.ts';

/** Init containers that Tekton may put before the steps (tektoncd/pipeline, pkg/pod/pod.go). */
const INIT_CONTAINERS: ReadonlySet<string> = new Set(['prepare', 'place-scripts', 'working-dir-initializer']);

/** Tekton's own sidecar where results come from logs. */
const LOG_RESULTS = 'sidecar-tekton-log-results';

/** Tekton's name for the container of a step. */
export function containerOfStep(step: string): string {
  return `step-${step}`;
}

/** Whether a container that runs no step is Tekton's own, or of a sidecar that the task declares. */
export function isHelper(container: string, taskRun: JsonObject): boolean {
  if (INIT_CONTAINERS.has(container) || container === LOG_RESULTS) return true;
  const declared = objectsAt(objectAt(objectAt(taskRun, 'spec'), 'taskSpec'), 'sidecars');
  return declared.some((sidecar) => `sidecar-${textAt(sidecar, 'name')}` === container);
}
