import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { anyJson } from './any-json.ts';
import { optionalString } from '../optional-fields.ts';

/** The spec of a PipelineResource. A TaskRun can contain the same spec inline. */
export const pipelineResourceSpec = z.strictObject({
  description: optionalString,
  type: z.string(),
  params: z.array(z.strictObject({ name: z.string(), value: z.string() })).exactOptional(),
  secrets: z
    .array(z.strictObject({ fieldName: z.string(), secretKey: z.string(), secretName: z.string() }))
    .exactOptional(),
});

/** A PipelineResource: an input or output of a Task. Tekton 0.46 removed the kind. */
export const pipelineResource = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1alpha1'),
  kind: z.literal('PipelineResource'),
  metadata: objectMeta,
  spec: pipelineResourceSpec,
  status: anyJson.exactOptional(),
});

/** An input or output of a Task, before Tekton 0.46. */
export type PipelineResource = Immutable<z.output<typeof pipelineResource>>;

/** The type and parameters of a PipelineResource. */
export type PipelineResourceSpec = PipelineResource['spec'];
