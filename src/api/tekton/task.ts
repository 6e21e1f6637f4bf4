import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { taskSpec } from './task-spec.ts';

/** A Task of Tekton before v1. */
export const task = z.strictObject({
  apiVersion: z.literal('tekton.dev/v1beta1'),
  kind: z.literal('Task'),
  metadata: objectMeta,
  spec: taskSpec,
});

/** A Task of Tekton before v1. */
export type Task = Immutable<z.output<typeof task>>;
