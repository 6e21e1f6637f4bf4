import type { Constraints } from './definition.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The schema with constraints on the field at the path, which it must have. */
export function constrain(schema: StructuralSchema, path: string, constraints: Constraints): StructuralSchema {
  if (path === '') return constrained(schema, constraints);
  const { head = '', rest = '' } = /^(?<head>\[\]|[^.[]+)\.?(?<rest>.*)$/.exec(path)?.groups ?? {};
  if (head === '[]' && schema.items !== undefined) {
    return { ...schema, items: constrain(schema.items, rest, constraints) };
  }
  const property = schema.properties?.[head];
  if (property === undefined) throw new RangeError(`no schema has the field ${path}`);
  return { ...schema, properties: { ...schema.properties, [head]: constrain(property, rest, constraints) } };
}

function constrained(schema: StructuralSchema, { rules, ...keywords }: Constraints): StructuralSchema {
  return { ...schema, ...keywords, ...(rules !== undefined && { 'x-kubernetes-validations': rules }) };
}
