import type { z } from 'zod';
import { fieldError, type FieldPath } from '../../model/problem.ts';
import { knownKeys } from './known-keys.ts';
import { lookup } from './lookup.ts';
import type { UnplacedProblem } from './placing.ts';
import { suggestion } from './suggestion.ts';
import { describeValue } from './value-description.ts';

/** One thing that a schema found wrong with a value. */
export type Issue = z.core.$ZodIssue;

/** What a schema was held against. */
export interface Examined {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  /** Whether messages must not show values. */
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

/** The place of an issue, in the segments that documents have. */
export function issuePath(issue: Issue): FieldPath {
  return issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
}

/** The issue in our words; one problem for each unknown field. */
export function problemsOfIssue(issue: Issue, examined: Examined): readonly UnplacedProblem[] {
  const path = issuePath(issue);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(path, key, examined));
  const value = lookup(examined.value, path);
  return [fieldError(path, value === undefined ? 'missing field(s)' : complaint(issue, value, examined.isSecret))];
}

function complaint(issue: Issue, value: unknown, isSecret: boolean): string {
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

/** The field that an unknown one was probably meant to be. */
export function intendedField(path: FieldPath, key: string, schema: z.core.$ZodType): string | undefined {
  return suggestion(key, knownKeys(schema, path));
}

function unknownField(path: FieldPath, key: string, examined: Examined): UnplacedProblem {
  const intended = intendedField(path, key, examined.schema);
  const hint = intended === undefined ? '' : `; did you mean ${JSON.stringify(intended)}?`;
  return { ...fieldError([...path, key], `unknown field ${JSON.stringify(key)}${hint}`), isOfKey: true };
}
