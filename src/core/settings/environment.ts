import type * as z from 'zod';
import type { Problem } from '../model/problem.ts';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the variables that are set. An empty variable counts as not set. */
export function setVariables(environment: Environment): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

/** Returns the problem of an invalid variable. Its path is the variable's name. */
export function variableProblem(issue: z.core.$ZodIssue): Problem {
  return { severity: 'error', paths: [issue.path.map(String)], message: issue.message };
}

/** Returns a problem if two variables for the same setting have different values. */
export function aliasProblems(
  variables: Readonly<Record<string, string>>,
  name: string,
  alias: string,
): readonly Problem[] {
  const [value, other] = [variables[name], variables[alias]];
  if (value === undefined || other === undefined || value === other) return [];
  const message = 'both name the same setting and must have the same value';
  return [{ severity: 'error', paths: [[name], [alias]], message }];
}
