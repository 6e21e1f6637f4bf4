/** The name, or where it is taken, the name with a number; it is taken from then on. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
  taken.add(free);
  return free;
}

/** A name for a step that is added: a DNS label that no other step has. */
export function stepName(verb: string, resource: string, taken: Set<string>): string {
  const label = `${verb}-${resource.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 50);
  return freeName(label.replace(/-+$/, ''), taken);
}
