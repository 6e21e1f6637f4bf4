import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { pipelineResourceSpec } from './pipeline-resource.ts';
import { taskRef } from './references.ts';
import { anyJson } from './any-json.ts';
import { paramValue } from './param.ts';
import { namedObject, duration, taskSpec } from './task.ts';
import { optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

/**
 * Binds a resource of the Task to a PipelineResource. `paths` are volumes to which an earlier task copied the resource.
 */
export const resourceBinding = z.strictObject({
  name: z.string(),
  resourceRef: z.strictObject({ name: z.string(), apiVersion: optionalString }).exactOptional(),
  resourceSpec: pipelineResourceSpec.exactOptional(),
  paths: optionalStrings,
});

/** The resources of one step or sidecar. */
export const override = z.strictObject({ name: z.string(), resources: anyJson.exactOptional() });

const spec = z.strictObject({
  params: z.array(paramValue).exactOptional(),
  resources: z
    .strictObject({
      inputs: z.array(resourceBinding).exactOptional(),
      outputs: z.array(resourceBinding).exactOptional(),
    })
    .exactOptional(),
  serviceAccountName: optionalString,
  taskRef: taskRef.exactOptional(),
  taskSpec: taskSpec.exactOptional(),
  status: optionalString,
  statusMessage: optionalString,
  retries: optionalInteger,
  timeout: duration.exactOptional(),
  podTemplate: z.record(z.string(), anyJson).exactOptional(),
  workspaces: z.array(namedObject).exactOptional(),
  stepOverrides: z.array(override).exactOptional(),
  sidecarOverrides: z.array(override).exactOptional(),
  computeResources: anyJson.exactOptional(),
  managedBy: optionalString,
  debug: anyJson.exactOptional(),
  /** `trigger` is a field of Tekton 0.1 to 0.4. `results` is a field of Tekton 0.1 to 0.7. */
  trigger: anyJson.exactOptional(),
  results: anyJson.exactOptional(),
  /** Fields of v1alpha1, whose content is converted to the fields above. */
  inputs: z.strictObject({}).exactOptional(),
  outputs: z.strictObject({}).exactOptional(),
});

/** A TaskRun of Tekton before v1. */
export const taskRun = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('TaskRun'),
  /** `name` may be absent, because the API server can generate the name from `generateName`. */
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }),
  spec,
  status: anyJson.exactOptional(),
});

/** A TaskRun of Tekton before v1. */
export type TaskRun = Immutable<z.output<typeof taskRun>>;

/** The binding of a resource of the Task. */
export type ResourceBinding = Immutable<z.output<typeof resourceBinding>>;
