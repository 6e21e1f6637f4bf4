import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { anyJson } from './any-json.ts';
import { paramValue } from './param.ts';
import { pipelineSpec } from './pipeline.ts';
import { pipelineRef } from './references.ts';
import { duration, namedObject } from './task.ts';
import { override, resourceBinding } from './task-run.ts';
import { optionalString } from '../optional-fields.ts';

const podTemplate = z.record(z.string(), anyJson);

const taskRunSpec = z.strictObject({
  pipelineTaskName: z.string(),
  taskServiceAccountName: optionalString,
  taskPodTemplate: podTemplate.exactOptional(),
  stepOverrides: z.array(override).exactOptional(),
  sidecarOverrides: z.array(override).exactOptional(),
  metadata: anyJson.exactOptional(),
  computeResources: anyJson.exactOptional(),
  timeout: duration.exactOptional(),
});

const spec = z.strictObject({
  pipelineRef: pipelineRef.exactOptional(),
  pipelineSpec: pipelineSpec.exactOptional(),
  resources: z.array(resourceBinding).exactOptional(),
  params: z.array(paramValue).exactOptional(),
  serviceAccountName: optionalString,
  /** A field of Tekton 0.5 to 0.37. */
  serviceAccountNames: z
    .array(z.strictObject({ taskName: z.string(), serviceAccountName: z.string() }))
    .exactOptional(),
  status: optionalString,
  timeout: duration.exactOptional(),
  timeouts: z
    .strictObject({
      pipeline: duration.exactOptional(),
      tasks: duration.exactOptional(),
      finally: duration.exactOptional(),
    })
    .exactOptional(),
  podTemplate: podTemplate.exactOptional(),
  workspaces: z.array(namedObject).exactOptional(),
  taskRunSpecs: z.array(taskRunSpec).exactOptional(),
  managedBy: optionalString,
  /** `trigger` is a field of Tekton 0.1 to 0.4. `results` is a field of Tekton 0.1 to 0.7. */
  trigger: anyJson.exactOptional(),
  results: anyJson.exactOptional(),
});

/** A PipelineRun of Tekton before v1. */
export const pipelineRun = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('PipelineRun'),
  /** `name` may be absent, because the API server can generate the name from `generateName`. */
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }),
  spec,
  status: anyJson.exactOptional(),
});

/** A PipelineRun of Tekton before v1. */
export type PipelineRun = Immutable<z.output<typeof pipelineRun>>;
