import type { z } from 'zod';
import type { FieldPath } from '../../model/problem.ts';
import { intendedField, issuePath, problemsOfIssue, type Examined, type Issue } from './issue.ts';
import { lookup, startsWith } from './lookup.ts';
import type { UnplacedProblem } from './placing.ts';
import { repaired } from './repair.ts';

/** A value held against a schema. */
export interface Checked<T> {
  readonly problems: readonly UnplacedProblem[];
  /** Where problems are, and so where further ones would only follow from them. */
  readonly faults: readonly FieldPath[];
  /** What was left when everything faulty was taken away, before defaults. */
  readonly remainder: unknown;
  /** The remainder, read; `undefined` if too little was left. */
  readonly value: T | undefined;
}

/** Nothing sensible takes more rounds: each fills at least one level of missing structures. */
const MOST_ROUNDS = 12;

/** Reads a value by a schema and finds everything wrong with it at once. */
export function check<T>(schema: z.ZodType<T>, value: unknown, isSecret: boolean): Checked<T> {
  let remainder = value;
  let report: readonly Issue[] | undefined;
  const examined: Examined = { schema, value, isSecret };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const parsed = schema.safeParse(remainder);
    if (parsed.success) return { ...described(report ?? [], examined), remainder, value: parsed.data };
    const { issues } = parsed.error;
    const missing = issues.filter((issue) => isMissingStructure(issue, remainder));
    if (missing.length === 0) report ??= issues;
    remainder = repaired(remainder, missing.length === 0 ? issues : missing);
  }
  return { ...described(report ?? [], examined), remainder, value: undefined };
}

// Go decodes an absent structure as an empty one, and kpack then names the fields that it lacks.
function isMissingStructure(issue: Issue, value: unknown): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'object' && lookup(value, issuePath(issue)) === undefined;
}

function described(issues: readonly Issue[], examined: Examined): Pick<Checked<never>, 'problems' | 'faults'> {
  const misspelt = issues.flatMap((issue) => intendedPaths(issue, examined));
  const isMisspelt = ({ paths: [path] }: UnplacedProblem): boolean =>
    misspelt.some((intended) => startsWith(path, intended));
  const problems = issues
    .flatMap((issue) => problemsOfIssue(issue, examined))
    .filter((problem) => !isMisspelt(problem));
  return { problems, faults: [...problems.map(({ paths: [path] }) => path), ...misspelt] };
}

// A field that is only misspelt must not be called missing as well.
function intendedPaths(issue: Issue, { schema, value }: Examined): readonly FieldPath[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = issuePath(issue);
  return issue.keys
    .flatMap((key) => intendedField(path, key, schema) ?? [])
    .map((key) => [...path, key])
    .filter((intended) => lookup(value, intended) === undefined);
}
