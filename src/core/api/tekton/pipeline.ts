import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { pipelineRef, taskRef } from './references.ts';
import { anyJson } from './any-json.ts';
import { param, paramValue } from './param.ts';
import { duration, namedObject, taskSpec } from './task.ts';
import { optionalBoolean, optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

/** Binds a resource of the Task to one of the Pipeline. An earlier task in `from` hands the resource on. */
const taskResource = z.strictObject({
  name: z.string(),
  resource: z.string(),
  from: optionalStrings,
});

/** A Task inside a Pipeline. With an `apiVersion`, it is a custom task, and `spec` is for its controller. */
const embeddedTask = taskSpec.extend({
  apiVersion: optionalString,
  kind: optionalString,
  metadata: anyJson.exactOptional(),
  spec: anyJson.exactOptional(),
});

const whenExpression = z.strictObject({
  input: optionalString,
  operator: optionalString,
  values: anyJson.exactOptional(),
  cel: optionalString,
});

const pipelineTask = z.strictObject({
  name: z.string(),
  displayName: optionalString,
  description: optionalString,
  taskRef: taskRef.exactOptional(),
  taskSpec: embeddedTask.exactOptional(),
  pipelineRef: pipelineRef.exactOptional(),
  /** A Pipeline inside the task, which can contain Pipelines too. */
  get pipelineSpec(): z.ZodExactOptional<z.ZodType<InnerSpec>> {
    return pipelineSpec.exactOptional();
  },
  when: z.array(whenExpression).exactOptional(),
  /** A field of Tekton 0.6 to 0.26. */
  conditions: anyJson.exactOptional(),
  retries: optionalInteger,
  runAfter: optionalStrings,
  resources: z
    .strictObject({ inputs: z.array(taskResource).exactOptional(), outputs: z.array(taskResource).exactOptional() })
    .exactOptional(),
  params: z.array(paramValue).exactOptional(),
  matrix: anyJson.exactOptional(),
  workspaces: z
    .array(
      z.strictObject({
        name: z.string(),
        workspace: optionalString,
        subPath: optionalString,
      }),
    )
    .exactOptional(),
  timeout: duration.exactOptional(),
  onError: optionalString,
});

/** The spec of a Pipeline inside a task. TypeScript infers no type that contains itself, except by the name of an interface. */
export interface InnerSpec extends z.output<typeof pipelineSpec> {}

/** The spec of a v1beta1 Pipeline. */
export const pipelineSpec = z.strictObject({
  displayName: optionalString,
  description: optionalString,
  resources: z.array(z.strictObject({ name: z.string(), type: z.string(), optional: optionalBoolean })).exactOptional(),
  tasks: z.array(pipelineTask).exactOptional(),
  params: z.array(param).exactOptional(),
  workspaces: z
    .array(
      z.strictObject({
        name: z.string(),
        description: optionalString,
        optional: optionalBoolean,
      }),
    )
    .exactOptional(),
  results: z.array(namedObject).exactOptional(),
  finally: z.array(pipelineTask).exactOptional(),
});

/** A Pipeline of Tekton before v1. */
export const pipeline = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('Pipeline'),
  metadata: objectMeta,
  spec: pipelineSpec,
  /** A field of Tekton 0.1 to 0.10. */
  status: anyJson.exactOptional(),
});

/** A Pipeline of Tekton before v1. */
export type Pipeline = Immutable<z.output<typeof pipeline>>;

/** The spec of a Pipeline. */
export type PipelineSpec = Immutable<z.output<typeof pipelineSpec>>;

/** A task of a Pipeline: a reference to a Task, or a Task inside the Pipeline, and what the Pipeline passes to it. */
export type PipelineTask = Immutable<z.output<typeof pipelineTask>>;

/** The binding of a resource of a task's Task. */
export type PipelineTaskResource = Immutable<z.output<typeof taskResource>>;
