import type * as z from 'zod';
import { structuralSchema, type StructuralSchema } from './structural-schema.ts';

/**
 * The schema of a status: only what type each field has. Other versions of us, and kpack before us, write other fields,
 * which are kept; and a rule that an older status breaks would keep anyone from ever changing the object.
 */
export function statusSchema(schema: z.ZodType): StructuralSchema {
  return opened(structuralSchema(schema));
}

function opened(schema: StructuralSchema): StructuralSchema {
  const { type, properties, additionalProperties, items, format } = schema;
  if (properties === undefined) {
    return {
      ...(type === undefined ? { 'x-kubernetes-preserve-unknown-fields': true } : { type }),
      ...(format === 'int64' && { format }),
      ...(additionalProperties !== undefined && { additionalProperties: opened(additionalProperties) }),
      ...(items !== undefined && { items: opened(items) }),
    };
  }
  const fields = Object.entries(properties).map(([name, property]) => [name, opened(property)] as const);
  return { type: 'object', properties: Object.fromEntries(fields), 'x-kubernetes-preserve-unknown-fields': true };
}
