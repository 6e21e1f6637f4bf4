import { isObject } from './absent.ts';
import { issuePath, type Issue } from './issue.ts';
import { lookup } from './lookup.ts';

const GO_ZERO_VALUES: Readonly<Record<string, () => unknown>> = {
  object: () => ({}),
  record: () => ({}),
  array: () => [],
  boolean: () => false,
  number: () => 0,
  int: () => 0,
};

/**
 * A copy of the value in which what the issues complain of is gone: unknown fields and faulty ones are left out, and
 * where something has to stand, it is Go's zero value. So the rules for the rest can run.
 */
export function repaired(value: unknown, issues: readonly Issue[]): unknown {
  const root = { value: structuredClone(value) };
  for (const issue of issues) repair(root, issue);
  return root.value;
}

function repair(root: { value: unknown }, issue: Issue): void {
  const path = ['value', ...issuePath(issue)];
  if (issue.code === 'unrecognized_keys') {
    const parent = lookup(root, path);
    for (const key of issue.keys) if (isObject(parent)) Reflect.deleteProperty(parent, key);
    return;
  }
  const parent = lookup(root, path.slice(0, -1));
  const key = path.at(-1) ?? 'value';
  if (typeof parent !== 'object' || parent === null) return;
  const isOptional = path.length > 1 && !Array.isArray(parent) && lookup(parent, [key]) !== undefined;
  if (isOptional) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, zeroValue(issue));
}

function zeroValue(issue: Issue): unknown {
  return issue.code === 'invalid_type' ? (GO_ZERO_VALUES[issue.expected]?.() ?? '') : '';
}
