import { withoutTrailing } from '../../src/core/model/trailing.ts';

/**
 * Returns the name, with a number if it is taken, and adds the result to `taken`. Names in `taken` are in lower case, because Tekton ignores
 * the case of parameters.
 */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name}-${count}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Returns a free name for an added step, which is a DNS label. */
export function stepName(verb: string, resource: string, taken: Set<string>): string {
  const label = `${verb}-${resource.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 50);
  return freeName(withoutTrailing(label, '-'), taken);
}

/** Converts a resource's name to a prefix that names of parameters, results and workspaces can have. */
export function slug(resource: string): string {
  const text = resource.replaceAll('.', '-');
  return /^[A-Za-z]/.test(text) ? text : `resource-${text}`;
}
