import * as z from 'zod';
import type { FieldPath } from '../../model/problem.ts';
import { podFieldType } from '../kubernetes/pod-field-types.ts';
import { isAny, schemaAt } from './schema-path.ts';

/**
 * True if the field at the path has the type of kubectl's reading: integer or boolean. Then the author meant this
 * reading.
 */
export function takesReading(schema: z.core.$ZodType, path: FieldPath, reading: boolean | number): boolean {
  const field = schemaAt(schema, path);
  if (field === undefined) return false;
  const podField = isAny(field)
    ? podFieldType(path.findLast((segment) => typeof segment === 'string') ?? '')
    : undefined;
  if (typeof reading === 'boolean') return field instanceof z.ZodBoolean || podField === 'boolean';
  return Number.isInteger(reading) && (field instanceof z.ZodNumber || podField === 'integer');
}
