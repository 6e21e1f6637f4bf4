import * as z from 'zod';
import { unwrapped } from '../../src/core/api/reading/schema-path.ts';
import { formatFieldPath, type FieldPath } from '../../src/core/model/problem.ts';

/** A value for the fields that a pattern matches. Without a value, the fields are absent. */
export interface GivenField {
  readonly path: RegExp;
  readonly value?: unknown;
}

/**
 * Returns a value with every field of a schema. Lists have one item, and texts contain the name of their field. Fields that need
 * other values are given.
 */
export function sampleOf(schema: z.core.$ZodType, given: readonly GivenField[], path: FieldPath = []): unknown {
  const written = formatFieldPath(path);
  const found = given.find((field) => field.path.test(written));
  return found === undefined ? fromSchema(unwrapped(schema), given, path) : found.value;
}

function fromSchema(schema: z.core.$ZodType, given: readonly GivenField[], path: FieldPath): unknown {
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries<z.core.$ZodType>(schema.shape)
      .map(([key, field]) => [key, sampleOf(field, given, [...path, key])] as const)
      .filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries);
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, given, [...path, 0])];
  if (schema instanceof z.ZodRecord) return { key: sampleOf(schema.valueType, given, [...path, 'key']) };
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  return `some-${String(path.at(-1)).toLowerCase()}`;
}
