import * as z from 'zod';
import type { FieldPath } from '../../model/problem.ts';

/** The fields that the schema knows of the object at the path. */
export function knownKeys(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  let current: z.core.$ZodType | undefined = schema;
  for (const segment of path) {
    current = current === undefined ? undefined : child(unwrapped(current), segment);
  }
  const object = current === undefined ? undefined : unwrapped(current);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function child(schema: z.core.$ZodType, segment: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodObject ? schema.shape[segment] : undefined;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
