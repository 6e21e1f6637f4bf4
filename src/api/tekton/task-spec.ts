import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { container } from './container.ts';
import { named, plain } from './plain.ts';

/** A resource that a Task takes or makes; `outputImageDir` is of Tekton 0.2 to 0.8. */
const taskResource = z.strictObject({
  name: z.string(),
  type: z.string(),
  description: z.string().exactOptional(),
  targetPath: z.string().exactOptional(),
  optional: z.boolean().exactOptional(),
  outputImageDir: z.string().exactOptional(),
});

const param = z.strictObject({
  name: z.string(),
  type: z.string().exactOptional(),
  description: z.string().exactOptional(),
  default: plain.exactOptional(),
  properties: plain.exactOptional(),
  enum: plain.exactOptional(),
});

const step = container.extend({
  displayName: z.string().exactOptional(),
  script: z.string().exactOptional(),
  timeout: z.string().exactOptional(),
  workspaces: plain.exactOptional(),
  onError: z.string().exactOptional(),
  stdoutConfig: plain.exactOptional(),
  stderrConfig: plain.exactOptional(),
  ref: plain.exactOptional(),
  params: plain.exactOptional(),
  results: plain.exactOptional(),
  when: plain.exactOptional(),
});

const sidecar = container.extend({
  script: z.string().exactOptional(),
  workspaces: plain.exactOptional(),
  restartPolicy: z.string().exactOptional(),
});

const workspace = z.strictObject({
  name: z.string(),
  description: z.string().exactOptional(),
  mountPath: z.string().exactOptional(),
  readOnly: z.boolean().exactOptional(),
  optional: z.boolean().exactOptional(),
});

/** What a Task does, as v1beta1 writes it. */
export const taskSpec = z.strictObject({
  displayName: z.string().exactOptional(),
  description: z.string().exactOptional(),
  params: z.array(param).exactOptional(),
  resources: z
    .strictObject({
      inputs: z.array(taskResource).exactOptional(),
      outputs: z.array(taskResource).exactOptional(),
    })
    .exactOptional(),
  steps: z.array(step).exactOptional(),
  volumes: z.array(named).exactOptional(),
  stepTemplate: container.exactOptional(),
  sidecars: z.array(sidecar).exactOptional(),
  workspaces: z.array(workspace).exactOptional(),
  results: z.array(named).exactOptional(),
  /** What is left of v1alpha1's, of which all else has a place above. */
  inputs: z.strictObject({}).exactOptional(),
  outputs: z.strictObject({ results: plain.exactOptional() }).exactOptional(),
});

/** What a Task does. */
export type TaskSpec = Immutable<z.output<typeof taskSpec>>;

/** A resource that a Task declares. */
export type TaskResource = Immutable<z.output<typeof taskResource>>;

/** A step, a template of steps or a sidecar. */
export type TaskContainer = Immutable<z.output<typeof step> & z.output<typeof sidecar>>;
