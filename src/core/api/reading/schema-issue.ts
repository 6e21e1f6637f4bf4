import type * as z from 'zod';
import { fieldError, type FieldPath } from '../../model/problem.ts';
import { lookup } from './lookup.ts';
import type { UnlocatedProblem } from './locate.ts';
import { fieldsAt } from './schema-path.ts';
import { adviceOnField, type RelatedKinds } from './misplaced-field.ts';
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
  /** The schemas of kinds that misplaced fields may be copied from. */
  readonly related?: RelatedKinds;
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
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const advice = adviceOnField(path, key, examined.schema, examined.related ?? {});
      return { ...fieldError([...path, key], `unknown field ${JSON.stringify(key)}${advice}`), isOfKey: true };
    });
  const value = lookup(examined.value, path);
  if (value === undefined) return [fieldError(path, 'missing field(s)')];
  return [fieldError(path, messageOf(issue, value, examined.isSecret), ruleOf(issue))];
}

function messageOf(issue: Issue, value: unknown, isSecret: boolean): string {
  const found = describeValue(value, isSecret);
  if (issue.code === 'invalid_type') return `expected ${NOUNS[issue.expected] ?? issue.expected}, found ${found}`;
  if (issue.code === 'invalid_union') return `expected a string or a number, found ${found}`;
  if (issue.code === 'too_small') return `expected an integer of at least ${issue.minimum}, found ${found}`;
  if (issue.code === 'too_big') return `expected an integer of at most ${issue.maximum}, found ${found}`;
  return `invalid value: ${isSecret ? found : typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** The beginning of zod's own messages, which schemas without a message of their own have. */
const ZOD_MESSAGE = /^Invalid /;

/** Returns the rule that the schema states for its values, for users. */
function ruleOf({ code, message }: Issue): string | undefined {
  const hasRule = code === 'custom' || code === 'invalid_format' || code === 'invalid_type';
  return hasRule && !ZOD_MESSAGE.test(message) ? message : undefined;
}

/** Returns the known field whose name is most similar to the unknown field `key`. */
export function intendedField(path: FieldPath, key: string, schema: z.core.$ZodType): string | undefined {
  return closestMatch(key, fieldsAt(schema, path));
}
