import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { envVar } from '../kubernetes/container.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { anyJson } from './any-json.ts';
import { param } from './param.ts';
import { optionalBoolean, optionalString } from '../optional-fields.ts';

/** A resource that a Task declares. `outputImageDir` is a field of Tekton 0.2 to 0.8. */
const taskResource = z.strictObject({
  name: z.string(),
  type: z.string(),
  description: optionalString,
  targetPath: optionalString,
  optional: optionalBoolean,
  outputImageDir: optionalString,
});

/** A duration of Go, as `time.ParseDuration` reads it. */
export const duration = z
  .string({ error: 'a duration is a text such as 1h30m' })
  .regex(/^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/, 'a duration is a text such as 1h30m');

const texts = z.array(z.string());

/** Kubernetes' Container: the common fields of steps, the step template and sidecars before Tekton v1. */
const container = z.strictObject({
  name: optionalString,
  image: optionalString,
  command: texts.exactOptional(),
  args: texts.exactOptional(),
  workingDir: optionalString,
  ports: anyJson.exactOptional(),
  envFrom: anyJson.exactOptional(),
  env: z.array(envVar).exactOptional(),
  resources: anyJson.exactOptional(),
  volumeMounts: z.array(anyJson).exactOptional(),
  volumeDevices: anyJson.exactOptional(),
  livenessProbe: anyJson.exactOptional(),
  readinessProbe: anyJson.exactOptional(),
  startupProbe: anyJson.exactOptional(),
  lifecycle: anyJson.exactOptional(),
  terminationMessagePath: optionalString,
  terminationMessagePolicy: optionalString,
  imagePullPolicy: optionalString,
  securityContext: anyJson.exactOptional(),
  stdin: optionalBoolean,
  stdinOnce: optionalBoolean,
  tty: optionalBoolean,
});

const step = container.extend({
  displayName: optionalString,
  script: optionalString,
  timeout: duration.exactOptional(),
  workspaces: anyJson.exactOptional(),
  onError: optionalString,
  stdoutConfig: anyJson.exactOptional(),
  stderrConfig: anyJson.exactOptional(),
  ref: anyJson.exactOptional(),
  params: anyJson.exactOptional(),
  results: anyJson.exactOptional(),
  when: anyJson.exactOptional(),
});

const sidecar = container.extend({
  script: optionalString,
  workspaces: anyJson.exactOptional(),
  restartPolicy: optionalString,
});

const workspace = z.strictObject({
  name: z.string(),
  description: optionalString,
  mountPath: optionalString,
  readOnly: optionalBoolean,
  optional: optionalBoolean,
});

/** An object with a name. taskpack copies its other fields unchanged. */
export const namedObject = z.object({ name: z.string() }).catchall(anyJson);

/** The spec of a v1beta1 Task. */
export const taskSpec = z.strictObject({
  displayName: optionalString,
  description: optionalString,
  params: z.array(param).exactOptional(),
  resources: z
    .strictObject({
      inputs: z.array(taskResource).exactOptional(),
      outputs: z.array(taskResource).exactOptional(),
    })
    .exactOptional(),
  steps: z.array(step).exactOptional(),
  volumes: z.array(namedObject).exactOptional(),
  stepTemplate: container.exactOptional(),
  sidecars: z.array(sidecar).exactOptional(),
  workspaces: z.array(workspace).exactOptional(),
  results: z.array(namedObject).exactOptional(),
  /** Fields of v1alpha1, whose content is converted to the fields above. */
  inputs: z.strictObject({}).exactOptional(),
  outputs: z.strictObject({ results: anyJson.exactOptional() }).exactOptional(),
});

/** A Task of Tekton before v1. */
export const task = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('Task'),
  metadata: objectMeta,
  spec: taskSpec,
});

/** A Task for all namespaces. Tekton 1.0 removed the kind. */
export const clusterTask = task.extend({ kind: z.literal('ClusterTask') });

/** A Task of Tekton before v1. */
export type Task = Immutable<z.output<typeof task>>;

/** A Task for all namespaces, before Tekton 1.0. */
export type ClusterTask = Immutable<z.output<typeof clusterTask>>;

/** The spec of a Task. */
export type TaskSpec = Immutable<z.output<typeof taskSpec>>;

/** A resource that a Task declares. */
export type TaskResource = Immutable<z.output<typeof taskResource>>;

/** A step, the step template or a sidecar. */
export type TaskContainer = Immutable<z.output<typeof step> & z.output<typeof sidecar>>;
