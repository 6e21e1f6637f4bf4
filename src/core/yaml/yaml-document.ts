import type { KubectlProblem, SourceDocument } from '../model/document.ts';
import type { FieldPath, Location } from '../model/problem.ts';
import { positionTree, type PositionNode } from './position-tree.ts';
import { findDifferences, mayHaveDifferences, type KubectlDifference } from './kubectl-differences.ts';
import { setKubectlValues } from './kubectl-values.ts';
import type { YamlText } from './yaml-events.ts';

/** Returns the document that starts with the event at `start`. Positions are computed on first use. */
export function yamlDocument(
  yaml: YamlText,
  start: number,
  value: unknown,
  locationOf: (offset: number) => Location,
): SourceDocument {
  let tree: PositionNode | undefined;
  let differences: readonly KubectlDifference[] | undefined;
  const isDifferent = mayHaveDifferences(yaml, start);
  if (isDifferent) setKubectlValues(yaml.text, (tree ??= positionTree(yaml, start)), value);
  return {
    value,
    locate: (path, target = 'value') => locationOf(startOf((tree ??= positionTree(yaml, start)), path, target)),
    kubectlDifferences: (path, isSecret) => {
      differences ??= isDifferent ? findDifferences(yaml.text, (tree ??= positionTree(yaml, start)), []) : [];
      return differences
        .filter((difference) => path.every((segment, index) => segment === difference.path[index]))
        .map((difference) => placed(difference, isSecret, locationOf));
    },
  };
}

function placed(
  { describe, start, reading }: KubectlDifference,
  isSecret: boolean,
  locationOf: (offset: number) => Location,
): KubectlProblem {
  return { ...describe(isSecret), location: locationOf(start), ...(reading !== undefined && { reading }) };
}

// An item of a sequence has no key, so its start is the key's position. A key without a value is also the value's
// position.
function startOf(root: PositionNode, path: FieldPath, target: 'key' | 'value'): number {
  let node = root;
  let keyStart = root.start;
  for (const segment of path) {
    const entry = typeof segment === 'string' ? node.entries.get(segment) : undefined;
    const child = typeof segment === 'string' ? entry?.node : node.items[segment];
    if (child === undefined) break;
    node = child;
    // An empty item has no start, so its list gives the place.
    keyStart = entry?.start ?? (child.start < 0 ? keyStart : child.start);
  }
  return target === 'key' || node.start < 0 ? Math.max(keyStart, 0) : node.start;
}
