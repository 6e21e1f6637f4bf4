import path from 'node:path';
import type { SourceModule } from './source-module.ts';

/** Returns every cycle of value imports, each once: `a.ts → b.ts → a.ts`. */
export function importCycles(modules: readonly SourceModule[]): readonly string[] {
  return cyclesOf(
    new Map(
      modules.map(({ path: file, imports }) => [file, imports.filter(isValueImport).map(({ target }) => target)]),
    ),
  );
}

/** Returns every cycle between sibling folders, type imports included. */
export function folderCycles(modules: readonly SourceModule[]): readonly string[] {
  const graph = new Map<string, readonly string[]>();
  for (const { path: file, imports } of modules) {
    for (const { target } of imports) {
      const [from, to] = siblingFolders(file, target);
      if (from !== undefined && to !== undefined) graph.set(from, [...(graph.get(from) ?? []), to]);
    }
  }
  return cyclesOf(graph);
}

/** Returns the two sibling folders, below the deepest common folder, that contain the two files. A file directly in the common folder has none. */
function siblingFolders(one: string, other: string): readonly (string | undefined)[] {
  const [names, others] = [one, other].map((file) => path.posix.dirname(file).split('/'));
  const depth = names?.findIndex((name, index) => name !== others?.[index]) ?? -1;
  return depth === -1 ? [] : [names, others].map((all) => all?.[depth] && all.slice(0, depth + 1).join('/'));
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
    if (trail.includes(node) || finished.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node]);
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

function isValueImport({ kind }: { readonly kind: 'value' | 'type' }): boolean {
  return kind === 'value';
}
