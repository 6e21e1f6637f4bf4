import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { pipelineResourceSpec } from './pipeline-resource.ts';
import { named, plain } from './plain.ts';
import { taskSpec } from './task-spec.ts';

/** Which PipelineResource a resource of the Task is, and where an earlier task left it. */
const resourceBinding = z.strictObject({
  name: z.string(),
  resourceRef: z.strictObject({ name: z.string(), apiVersion: z.string().exactOptional() }).exactOptional(),
  resourceSpec: pipelineResourceSpec.exactOptional(),
  paths: z.array(z.string()).exactOptional(),
});

const override = z.strictObject({ name: z.string(), resources: plain.exactOptional() });

const spec = z.strictObject({
  params: z.array(z.strictObject({ name: z.string(), value: plain })).exactOptional(),
  resources: z
    .strictObject({
      inputs: z.array(resourceBinding).exactOptional(),
      outputs: z.array(resourceBinding).exactOptional(),
    })
    .exactOptional(),
  serviceAccountName: z.string().exactOptional(),
  taskRef: z
    .strictObject({
      name: z.string().exactOptional(),
      kind: z.string().exactOptional(),
      apiVersion: z.string().exactOptional(),
      bundle: z.string().exactOptional(),
      resolver: z.string().exactOptional(),
      params: plain.exactOptional(),
    })
    .exactOptional(),
  taskSpec: taskSpec.exactOptional(),
  status: z.string().exactOptional(),
  statusMessage: z.string().exactOptional(),
  retries: z.int().exactOptional(),
  timeout: z.string().exactOptional(),
  podTemplate: z.record(z.string(), plain).exactOptional(),
  workspaces: z.array(named).exactOptional(),
  stepOverrides: z.array(override).exactOptional(),
  sidecarOverrides: z.array(override).exactOptional(),
  computeResources: plain.exactOptional(),
  managedBy: z.string().exactOptional(),
  debug: plain.exactOptional(),
  /** Who started the run (Tekton 0.1 to 0.4), and where its log was to go (to 0.7). */
  trigger: plain.exactOptional(),
  results: plain.exactOptional(),
  /** What is left of v1alpha1's, of which all else has a place above. */
  inputs: z.strictObject({}).exactOptional(),
  outputs: z.strictObject({}).exactOptional(),
});

/** A TaskRun of Tekton before v1. */
export const taskRun = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('TaskRun'),
  /** A run may leave its name to the API server, by `generateName`. */
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }),
  spec,
  status: plain.exactOptional(),
});

/** A TaskRun of Tekton before v1. */
export type TaskRun = Immutable<z.output<typeof taskRun>>;

/** What a TaskRun gives for a resource of its Task. */
export type ResourceBinding = Immutable<z.output<typeof resourceBinding>>;
