import { kubectlReading } from './kubectl-scalar.ts';
import type { PositionNode } from './position-tree.ts';
import { isPlain, plainValue, scalarText } from './yaml-events.ts';

/**
 * Replaces the values in a document that kubectl reads as another boolean or number, such as the octal 0400. Keys do not
 * change. `value` is the value of the node, and changes in place.
 */
export function setKubectlValues(text: string, node: PositionNode, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of node.entries) setChild(text, entry.node, value, name);
  for (const [index, item] of node.items.entries()) setChild(text, item, value, index);
}

function setChild(text: string, node: PositionNode, parent: object, key: string | number): void {
  const reading = readingOf(text, node);
  if (reading === undefined) setKubectlValues(text, node, Reflect.get(parent, key));
  else if (Object.hasOwn(parent, key)) Reflect.set(parent, key, reading);
}

/** Returns kubectl's reading of a scalar if YAML 1.2 has another. */
export function readingOf(text: string, { scalar }: PositionNode): boolean | number | undefined {
  if (scalar === undefined || !isPlain(scalar)) return undefined;
  const plain = scalarText(text, scalar);
  return kubectlReading(plain, plainValue(plain));
}
