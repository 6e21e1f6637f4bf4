import { EVENT_ID } from 'js-yaml';
import { fieldError, type FieldPath, type FieldProblem } from '../model/problem.ts';
import { isSuspicious, kubectlReading } from './kubectl-scalar.ts';
import type { PositionEntry, PositionNode } from './position-tree.ts';
import { isMergeKey, isPlain, plainValue, scalarText, type YamlText } from './yaml-text.ts';

/** Something that kubectl reads otherwise than YAML 1.2 has it. */
export interface Trap {
  readonly path: FieldPath;
  readonly start: number;
  /** Only a value can be secret; a key is always named. */
  readonly describe: (isSecret: boolean) => FieldProblem;
}

/** Whether the events from `index` to the document's end may hold traps; cheap, for most documents hold none. */
export function mayHaveTraps({ text, events }: YamlText, index: number): boolean {
  for (let next = index; next < events.length; next += 1) {
    const event = events[next];
    if (event?.type === EVENT_ID.DOCUMENT) return false;
    if (event?.type !== EVENT_ID.SCALAR || !isPlain(event)) continue;
    if (isMergeKey(text, event) || isSuspicious(text.slice(event.valueStart, event.valueEnd))) return true;
  }
  return false;
}

/** All traps in the node at the path, in the order in which they are written. */
export function findTraps(text: string, node: PositionNode, path: FieldPath): readonly Trap[] {
  // What an alias stands for is looked at where it is written.
  if (node.isAlias === true) return [];
  return [
    ...valueTraps(text, node, path),
    ...node.mergedOver.map((entry) => mergeTrap(entry, path)),
    ...[...node.entries.values()].flatMap((entry) => (entry.isMerged ? [] : entryTraps(text, entry, path))),
    ...node.items.flatMap((item, index) => findTraps(text, item, [...path, index])),
  ];
}

function entryTraps(text: string, entry: PositionEntry, parent: FieldPath): readonly Trap[] {
  const path = [...parent, entry.name];
  return [...keyTraps(text, entry, path), ...findTraps(text, entry.node, path)];
}

function valueTraps(text: string, { scalar, start }: PositionNode, path: FieldPath): readonly Trap[] {
  if (scalar === undefined || !isPlain(scalar)) return [];
  const value = scalarText(text, scalar);
  const reading = kubectlReading(value, plainValue(value));
  if (reading === undefined) return [];
  const shown = `kubectl reads ${value} as the ${typeof reading} ${reading}; quote it if text is meant`;
  const hidden = `kubectl reads this as a ${typeof reading}; quote it if text is meant`;
  return [{ path, start, describe: (isSecret) => fieldError(path, isSecret ? hidden : shown) }];
}

function keyTraps(text: string, { key, name, start }: PositionEntry, path: FieldPath): readonly Trap[] {
  if (key === undefined || !isPlain(key)) return [];
  const written = scalarText(text, key);
  const reading = kubectlReading(written, plainValue(written));
  if (reading === undefined || String(reading) === name) return [];
  const problem = fieldError(path, `kubectl reads the key ${written} as ${JSON.stringify(String(reading))}; quote it`);
  return [{ path, start, describe: () => problem }];
}

// go-yaml v2 lets a merged mapping overwrite the keys before the merge key; YAML has it the other way round.
function mergeTrap({ name, start }: PositionEntry, parent: FieldPath): Trap {
  const path = [...parent, name];
  const problem = fieldError(path, 'kubectl lets the merge key below overwrite this; write the merge key first');
  return { path, start, describe: () => problem };
}
