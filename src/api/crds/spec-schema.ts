import type * as z from 'zod';
import { structuralSchema, type StructuralSchema } from './structural-schema.ts';

/**
 * The schema of a spec. Go does not tell an empty text from a missing one, and neither does our reading: what is required
 * must not be empty.
 */
export function specSchema(schema: z.ZodType): StructuralSchema {
  return withoutEmpty(structuralSchema(schema));
}

function withoutEmpty(schema: StructuralSchema): StructuralSchema {
  const { properties, items, required = [] } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, field(property, required.includes(name))]),
      ),
    }),
    ...(items !== undefined && { items: withoutEmpty(items) }),
  };
}

function field(schema: StructuralSchema, isRequired: boolean): StructuralSchema {
  return isRequired && schema.type === 'string' ? { ...schema, minLength: 1 } : withoutEmpty(schema);
}
