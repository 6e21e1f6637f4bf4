import type * as z from 'zod';
import type { Problem } from '../model/problem.ts';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set: one that is empty counts as not set. */
export function writtenVariables(environment: Environment): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

/** What is wrong with a variable; its name is the path. */
export function problemOfVariable(issue: z.core.$ZodIssue): Problem {
  return { severity: 'error', paths: [issue.path.map(String)], message: issue.message };
}

/** What is wrong where two names of one setting differ. */
export function aliasProblems(
  written: Readonly<Record<string, string>>,
  name: string,
  alias: string,
): readonly Problem[] {
  const [value, other] = [written[name], written[alias]];
  if (value === undefined || other === undefined || value === other) return [];
  const message = 'are two names of one setting and must not differ';
  return [{ severity: 'error', paths: [[name], [alias]], message }];
}
