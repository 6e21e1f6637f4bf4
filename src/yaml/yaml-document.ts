import type { SourceDocument } from '../model/document.ts';
import type { FieldPath, Location, Problem } from '../model/problem.ts';
import { positionTree, type PositionNode } from './position-tree.ts';
import { findTraps, mayHaveTraps, type Trap } from './traps.ts';
import type { YamlText } from './yaml-text.ts';

/** The document whose first event is the one at `start`. Where its fields stand is found out when first asked for. */
export function yamlDocument(
  yaml: YamlText,
  start: number,
  value: unknown,
  locationOf: (offset: number) => Location,
): SourceDocument {
  let tree: PositionNode | undefined;
  let traps: readonly Trap[] | undefined;
  return {
    value,
    locate: (path, target = 'value') => locationOf(startOf((tree ??= positionTree(yaml, start)), path, target)),
    traps: (path, isSecret) => {
      traps ??= mayHaveTraps(yaml, start) ? findTraps(yaml.text, (tree ??= positionTree(yaml, start)), []) : [];
      return traps.filter((trap) => isBelow(trap.path, path)).map((trap) => placed(trap, isSecret, locationOf));
    },
  };
}

function isBelow(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.every((segment, index) => segment === path[index]);
}

function placed(trap: Trap, isSecret: boolean, locationOf: (offset: number) => Location): Problem {
  return { ...trap.describe(isSecret), location: locationOf(trap.start) };
}

// Items of a sequence have no keys, and a key without a value is all there is: each stands for the other.
function startOf(root: PositionNode, path: FieldPath, target: 'key' | 'value'): number {
  let node = root;
  let keyStart = root.start;
  for (const segment of path) {
    const entry = typeof segment === 'string' ? node.entries.get(segment) : undefined;
    const child = typeof segment === 'string' ? entry?.node : node.items[segment];
    if (child === undefined) break;
    node = child;
    keyStart = entry?.start ?? child.start;
  }
  return target === 'key' || node.start < 0 ? Math.max(keyStart, 0) : node.start;
}
