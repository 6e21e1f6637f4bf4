import * as z from 'zod';
import { anyJson } from './any-json.ts';
import { optionalString } from '../optional-fields.ts';

const reference = z.strictObject({
  name: optionalString,
  apiVersion: optionalString,
  bundle: optionalString,
  resolver: optionalString,
  params: anyJson.exactOptional(),
});

/** Names a Pipeline (TaskRef and PipelineRef of Tekton before v1). */
export const pipelineRef = reference;

/** Names a Task or a ClusterTask. In a Pipeline, it can also name a custom task. */
export const taskRef = reference.extend({ kind: optionalString });
