import { CONTAINER_STATE, volume } from './container.ts';
import { conditions, objectMeta } from './object-meta.ts';
import { fields, json, list, text } from './reader.ts';

/** A result of a TaskRun or step. Tekton's termination messages name it by `key`. */
export const taskResult = fields({ name: text, key: text, value: text });

export type TaskResult = ReturnType<typeof taskResult>;

/** A StepState: a ContainerState (core/v1) with the name and the results of a step. */
const stepState = fields({ name: text, results: list(taskResult), ...CONTAINER_STATE });

/** Reads a TaskRun (tekton.dev/v1). */
export const asTaskRun = fields({
  metadata: objectMeta,
  spec: fields({
    taskSpec: fields({
      steps: list(fields({ name: text })),
      sidecars: list(fields({ name: text })),
      volumes: list(volume),
    }),
  }),
  status: fields({
    conditions,
    podName: text,
    startTime: text,
    steps: list(stepState),
    results: list(taskResult),
    provenance: fields({ featureFlags: json }),
  }),
});

export type TaskRun = ReturnType<typeof asTaskRun>;
