import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { plain } from './plain.ts';

/** What a PipelineResource is, there or where a TaskRun uses it. */
export const pipelineResourceSpec = z.strictObject({
  description: z.string().exactOptional(),
  type: z.string(),
  params: z.array(z.strictObject({ name: z.string(), value: z.string() })).exactOptional(),
  secrets: z
    .array(z.strictObject({ fieldName: z.string(), secretKey: z.string(), secretName: z.string() }))
    .exactOptional(),
});

/** What early Tasks took and made; Tekton 0.46 was the first without. */
export const pipelineResource = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1alpha1'),
  kind: z.literal('PipelineResource'),
  metadata: objectMeta,
  spec: pipelineResourceSpec,
  status: plain.exactOptional(),
});

/** What early Tasks took and made. */
export type PipelineResource = Immutable<z.output<typeof pipelineResource>>;

/** What a PipelineResource is. */
export type PipelineResourceSpec = PipelineResource['spec'];
