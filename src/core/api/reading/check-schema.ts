import type { z } from 'zod';
import type { FieldPath } from '../../model/problem.ts';
import { isJsonObject } from '../../model/json.ts';
import { type SchemaCheck, intendedField, type Issue, issuePath, problemsOfIssue } from './schema-issue.ts';
import { lookup, startsWith } from './lookup.ts';
import type { UnlocatedProblem } from './locate.ts';

/** The result of validating a value. */
export interface SchemaResult<T> {
  readonly problems: readonly UnlocatedProblem[];
  /** The paths of the problems. Further problems at these paths would only repeat them. */
  readonly faults: readonly FieldPath[];
  /** The value without its invalid parts, before defaults. */
  readonly remainder: unknown;
  /** The remainder with defaults. `undefined` if the remainder is still invalid. */
  readonly value: T | undefined;
}

/** Limits the number of rounds. Each round fills at least one level of missing objects. */
const MAX_ROUNDS = 12;

/** The most issues and unknown fields of one value that are reported and repaired: each costs time, and a hostile value can have many. */
const MAX_ISSUES = 200;

/**
 * Validates a value against a schema and reports all problems at once. Reports the first 200 problems of a value that has
 * more.
 */
export function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { isSecret = false, related = {} }: Partial<Pick<SchemaCheck, 'isSecret' | 'related'>>,
): SchemaResult<T> {
  let remainder = value;
  let report: readonly Issue[] | undefined;
  const examined: SchemaCheck = { schema, value, isSecret, related };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = schema.safeParse(remainder);
    if (parsed.success) return { ...described(report ?? [], examined), remainder, value: parsed.data };
    const { issues } = parsed.error;
    // An issue can have any number of unknown fields.
    if (issues.reduce((sum, issue) => sum + keysOf(issue).length, 0) > MAX_ISSUES) {
      return { ...described(report ?? firstOf(issues), examined), remainder: value, value: undefined };
    }
    const missing = issues.filter((issue) => isMissingStructure(issue, remainder));
    if (missing.length === 0) report ??= issues;
    const root = { value: structuredClone(remainder) };
    for (const issue of missing.length === 0 ? issues : missing) repair(root, issue);
    remainder = root.value;
  }
  return { ...described(report ?? [], examined), remainder, value: undefined };
}

/**
 * Validates a value of an untrusted image. Reports only the problems of the first round: unlike `check`, does not
 * repair the value to find more problems, because each round takes as long as the first.
 */
export function checkOnce<T>(schema: z.ZodType<T>, value: unknown): Pick<SchemaResult<T>, 'problems' | 'value'> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { problems: [], value: parsed.data };
  const issues = firstOf(parsed.error.issues);
  return { problems: described(issues, { schema, value, isSecret: false }).problems, value: undefined };
}

function firstOf(issues: readonly Issue[]): readonly Issue[] {
  let left = MAX_ISSUES;
  return issues.flatMap((issue) => {
    const keys = keysOf(issue).slice(0, left);
    left -= keys.length;
    if (keys.length === 0) return [];
    return [issue.code === 'unrecognized_keys' ? { ...issue, keys: [...keys] } : issue];
  });
}

function keysOf(issue: Issue): readonly string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [''];
}

// Go decodes a missing struct as an empty one. kpack then reports the required fields of that struct as missing.
function isMissingStructure(issue: Issue, value: unknown): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'object' && lookup(value, issuePath(issue)) === undefined;
}

function described(issues: readonly Issue[], examined: SchemaCheck): Pick<SchemaResult<never>, 'problems' | 'faults'> {
  const misspelt = issues.flatMap((issue) => intendedPaths(issue, examined));
  const isMisspelt = ({ paths: [path] }: UnlocatedProblem): boolean =>
    misspelt.some((intended) => startsWith(path, intended));
  const problems = issues
    .flatMap((issue) => problemsOfIssue(issue, examined))
    .filter((problem) => !isMisspelt(problem));
  return { problems, faults: [...problems.map(({ paths: [path] }) => path), ...misspelt] };
}

// Returns the paths that misspelt fields were meant for, because a misspelt field must not be reported as missing too.
function intendedPaths(issue: Issue, { schema, value }: SchemaCheck): readonly FieldPath[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = issuePath(issue);
  return issue.keys
    .flatMap((key) => intendedField(path, key, schema) ?? [])
    .map((key) => [...path, key])
    .filter((intended) => lookup(value, intended) === undefined);
}

const GO_ZERO_VALUES: Readonly<Record<string, () => unknown>> = {
  object: () => ({}),
  record: () => ({}),
  array: () => [],
  boolean: () => false,
  number: () => 0,
  int: () => 0,
};

/** Removes the field that an issue names. A required field gets Go's zero value. The other rules can then run. */
function repair(root: { value: unknown }, issue: Issue, path: FieldPath = ['value', ...issuePath(issue)]): void {
  if (issue.code === 'unrecognized_keys') {
    const parent = lookup(root, path);
    for (const key of issue.keys) if (isJsonObject(parent)) Reflect.deleteProperty(parent, key);
    return;
  }
  const parent = lookup(root, path.slice(0, -1));
  const key = path.at(-1) ?? 'value';
  if (typeof parent !== 'object' || parent === null) return;
  // A field that may not have the zero value either, such as a digest, goes with the object that contains it.
  if (path.length > 1 && lookup(parent, [key]) === '') return repair(root, issue, path.slice(0, -1));
  const isOptional = path.length > 1 && !Array.isArray(parent) && lookup(parent, [key]) !== undefined;
  if (isOptional) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, issue.code === 'invalid_type' ? (GO_ZERO_VALUES[issue.expected]?.() ?? '') : '');
}
