import type { SourceModule } from './source-module.ts';

/** Every circle of imports that are left at run time, each once: `a.ts → b.ts → a.ts`. */
export function importCycles(modules: readonly SourceModule[]): readonly string[] {
  const graph = new Map(modules.map(({ path, imports }) => [path, imports.filter(isLeft).map(({ target }) => target)]));
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || finished.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

function isLeft({ kind }: { readonly kind: 'value' | 'type' }): boolean {
  return kind === 'value';
}
