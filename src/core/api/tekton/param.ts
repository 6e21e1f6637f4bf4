import * as z from 'zod';
import { anyJson } from './any-json.ts';
import { optionalString } from '../optional-fields.ts';

const TYPES: readonly string[] = ['string', 'array', 'object'];

/**
 * A parameter that a Task or Pipeline declares. Go decodes an empty item as a parameter without a name or a default. Until
 * Tekton 0.37, such a Task could be created, but none of its runs started (`validateParams` in
 * pkg/reconciler/taskrun/validate_resources.go). Since 0.38, Tekton refuses the name (`validateNameFormat`).
 */
export const param = z.strictObject(
  {
    name: z.string(),
    type: z
      .string()
      .refine((type) => TYPES.includes(type), 'must be string, array or object')
      .exactOptional(),
    description: optionalString,
    default: anyJson.exactOptional(),
    properties: anyJson.exactOptional(),
    enum: anyJson.exactOptional(),
  },
  emptyItem('Tekton read an empty item as a required parameter without a name, so no run started; remove the item'),
);

/** A value that a run, or a task of a Pipeline, gives to a parameter. Go cannot encode the value of an empty item. */
export const paramValue = z.strictObject(
  { name: z.string(), value: anyJson },
  emptyItem('Tekton refused an empty item, because it has no value; remove the item'),
);

/** Returns the message for an empty item of a list. Any other value has the message of zod. */
function emptyItem(message: string): { readonly error: (issue: { readonly input?: unknown }) => string | undefined } {
  return { error: ({ input }) => (input === null ? message : undefined) };
}
