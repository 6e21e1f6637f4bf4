import * as z from 'zod';
import type { FieldPath } from '../../model/problem.ts';

/** Returns the schema of the value at the path. `undefined` if the schema allows none there. */
export function schemaAt(schema: z.core.$ZodType, path: FieldPath): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = schema;
  for (const segment of path) current = current === undefined ? undefined : child(unwrapped(current), segment);
  return current === undefined ? undefined : unwrapped(current);
}

/** Returns the fields that the schema allows in the object at the path. */
export function fieldsAt(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  const object = schemaAt(schema, path);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function child(schema: z.core.$ZodType, segment: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodObject) return schema.shape[segment] ?? schema.def.catchall;
  return isAny(schema) ? schema : undefined;
}

/** True if the schema takes any JSON value. */
export function isAny(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodCustom || schema instanceof z.ZodUnknown;
}

/** Returns the schema of the value that an optional field or a field with a default has. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
