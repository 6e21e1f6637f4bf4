import type { EnvVar } from '../api/core/env-var.ts';
import type { Build } from '../api/kpack/build.ts';
import { fieldError } from '../model/problem.ts';
import type { EnvironmentVariable } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

/** The user's variables; of two with one name the later counts, as in a container. */
export function resolveEnvironment(build: Build, report: Report): readonly EnvironmentVariable[] {
  const variables = build.spec.env ?? [];
  for (const [index, variable] of variables.entries()) check(variable, index, report);
  const latest = new Map(variables.map((variable) => [variable.name, variable]));
  return [...latest.values()].map(environmentVariable);
}

function environmentVariable({ name, value, valueFrom }: EnvVar): EnvironmentVariable {
  return valueFrom === undefined ? { name, value: value ?? '' } : { name, valueFrom };
}

/** A variable becomes a file of its name in `<platform>/env`, so not every name that a container takes will do. */
function check({ name, value = '', valueFrom }: EnvVar, index: number, report: Report): void {
  const path = ['spec', 'env', index];
  if (name === '') report(fieldError([...path, 'name'], 'missing field(s)'));
  else if (!/^[-._A-Za-z0-9]{1,255}$/.test(name) || name === '.' || name === '..') {
    report(fieldError([...path, 'name'], `invalid value: ${name}`, "letters, digits, '_', '-' and '.' make a name"));
  }
  if (value !== '' && valueFrom !== undefined) {
    report(fieldError([...path, 'valueFrom'], 'may not be specified when `value` is not empty'));
  }
}
