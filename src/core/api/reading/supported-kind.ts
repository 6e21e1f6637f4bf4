import * as z from 'zod';
import type { FieldPath, Location, Problem } from '../../model/problem.ts';
import { podFieldType } from '../kubernetes/pod-field-types.ts';
import { conversionsAt } from './conversions-of-lists.ts';
import { pathAfterConversion } from './convert-fields.ts';
import type { WrittenObject } from './locate.ts';
import { hasOnlyGenerateName } from './placeholder-name.ts';
import { type KindDefinition, type Named, readKind } from './read-kind.ts';
import { isAny, schemaAt } from './schema-path.ts';

/** A kind that taskpack reads. */
export interface SupportedKind<Object> {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly isSecret: boolean;
  /** True if the field at a path of the written object has the type of kubectl's reading of its value. */
  readonly takesReading: (version: string, path: FieldPath, reading: boolean | number) => boolean;
  /** Validates and converts an object of this kind, written in the given version. */
  readonly read: (version: string, written: WrittenObject) => KindReading<Object>;
}

/** An object and its problems. The object is absent if there is any problem. */
export interface KindReading<Object> {
  readonly object?: Object;
  readonly repaired?: RepairedObject<Object>;
  readonly problems: readonly Problem[];
}

/** An invalid object without its invalid parts. It may break rules. */
export interface RepairedObject<Object> {
  readonly object: Object;
  /** True if a further problem of the field would only repeat a known one. */
  readonly isFaulty: (path: FieldPath) => boolean;
}

/** A valid object, converted to the version of its definition. */
export interface ReadObject<Kind extends string, Value> {
  readonly kind: Kind;
  readonly value: Value;
  /** The version in the document, without the group. */
  readonly writtenVersion: string;
  /** True if the document has a `generateName` and no name. The name in `value` is then a placeholder. */
  readonly isNameGenerated?: true;
  /** Returns the place in the text of a field, given its path in `value`. */
  readonly locate: (path: FieldPath) => Location | undefined;
  /** Returns the field's path in the document, given its path in `value`. */
  readonly writtenPath: (path: FieldPath) => FieldPath;
}

/** Returns the reader of a kind, bound to its group and name. */
export function supportedKind<Kind extends string, Value extends Named>(
  group: string,
  kind: Kind,
  definition: KindDefinition<Value>,
): SupportedKind<ReadObject<Kind, Value>> {
  return {
    group,
    kind,
    versions: Object.keys(definition.versions),
    isSecret: definition.isSecret ?? false,
    takesReading: (version, path, reading) => {
      const { schema, conversions = [] } = definition.versions[version] ?? {};
      return schema === undefined
        ? takesReading(definition.schema, pathAfterConversion(path, conversionsAt(path, conversions)), reading)
        : takesReading(schema, path, reading);
    },
    read: (version, written) => {
      const { value, repaired, isFaulty, problems, locate, writtenPath } = readKind(definition, version, written);
      const isNameGenerated = hasOnlyGenerateName(written.value);
      const rest = { kind, writtenVersion: version, locate, writtenPath, ...(isNameGenerated && { isNameGenerated }) };
      if (value !== undefined) return { object: { ...rest, value }, problems };
      return {
        problems,
        ...(repaired !== undefined && { repaired: { object: { ...rest, value: repaired }, isFaulty } }),
      };
    },
  };
}

/**
 * True if the field at the path has the type of kubectl's reading: integer or boolean. Then the author meant this
 * reading.
 */
function takesReading(schema: z.core.$ZodType, path: FieldPath, reading: boolean | number): boolean {
  const field = schemaAt(schema, path);
  if (field === undefined) return false;
  const podField = isAny(field)
    ? podFieldType(path.findLast((segment) => typeof segment === 'string') ?? '')
    : undefined;
  if (typeof reading === 'boolean') return field instanceof z.ZodBoolean || podField === 'boolean';
  return Number.isInteger(reading) && (field instanceof z.ZodNumber || podField === 'integer');
}
