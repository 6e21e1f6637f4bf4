import * as z from 'zod';
import { anyJson } from './any-json.ts';

const reference = z.strictObject({
  name: z.string().exactOptional(),
  apiVersion: z.string().exactOptional(),
  bundle: z.string().exactOptional(),
  resolver: z.string().exactOptional(),
  params: anyJson.exactOptional(),
});

/** Names a Pipeline (TaskRef and PipelineRef of Tekton before v1). */
export const pipelineRef = reference;

/** Names a Task or a ClusterTask. In a Pipeline, it can also name a custom task. */
export const taskRef = reference.extend({ kind: z.string().exactOptional() });
