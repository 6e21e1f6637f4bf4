import * as z from 'zod';
import { fieldError, type FieldPath } from '../../model/problem.ts';
import { lookup } from './lookup.ts';
import type { UnlocatedProblem } from './locate.ts';
import { closestMatch } from '../../model/closest-match.ts';
import { describeValue } from './describe-value.ts';

/** One issue that zod reports about a value. */
export type Issue = z.core.$ZodIssue;

/** The schema and the value of one validation. */
export interface SchemaCheck {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  /** True if messages must not quote values. */
  readonly isSecret: boolean;
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Returns the path of an issue. */
export function issuePath(issue: Issue): FieldPath {
  return issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
}

/** Converts an issue into problems: one for each unknown field, else one for the issue. */
export function problemsOfIssue(issue: Issue, examined: SchemaCheck): readonly UnlocatedProblem[] {
  const path = issuePath(issue);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(path, key, examined));
  const value = lookup(examined.value, path);
  return [fieldError(path, value === undefined ? 'missing field(s)' : messageOf(issue, value, examined.isSecret))];
}

function messageOf(issue: Issue, value: unknown, isSecret: boolean): string {
  const found = describeValue(value, isSecret);
  if (issue.code === 'invalid_type') return `expected ${NOUNS[issue.expected] ?? issue.expected}, found ${found}`;
  if (issue.code === 'invalid_union') return `expected a string or a number, found ${found}`;
  if (issue.code === 'too_small') return `expected an integer of at least ${issue.minimum}, found ${found}`;
  if (issue.code === 'too_big') return `expected an integer of at most ${issue.maximum}, found ${found}`;
  return `invalid value: ${isSecret ? found : bare(value)}`;
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the known field whose name is most similar to the unknown field `key`. */
export function intendedField(path: FieldPath, key: string, schema: z.core.$ZodType): string | undefined {
  return closestMatch(key, knownKeys(schema, path));
}

function unknownField(path: FieldPath, key: string, examined: SchemaCheck): UnlocatedProblem {
  const intended = intendedField(path, key, examined.schema);
  const hint = intended === undefined ? '' : `; did you mean ${JSON.stringify(intended)}?`;
  return { ...fieldError([...path, key], `unknown field ${JSON.stringify(key)}${hint}`), isOfKey: true };
}

/** Returns the fields that the schema allows in the object at the path. */
function knownKeys(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
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
