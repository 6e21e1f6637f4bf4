import { COLLECTION_STYLE, type CollectionStyle, EVENT_ID, type ScalarEvent } from 'js-yaml';
import { eventStart, isMergeKey, keyText, type YamlText } from './yaml-events.ts';

/** The positions of a node and its children in the text. */
export interface PositionNode {
  /** The offset of the node. Negative if the node is empty, as after a key without a value. */
  readonly start: number;
  readonly scalar?: ScalarEvent;
  readonly isAlias?: true;
  /** True for a collection in brackets. */
  readonly isFlow?: true;
  readonly entries: ReadonlyMap<string, PositionEntry>;
  readonly items: readonly PositionNode[];
  /** Keys before a merge key whose mapping contains the same keys. kubectl overwrites their values. */
  readonly mergedOver: readonly PositionEntry[];
}

/** A key of a mapping, and the node of its value. */
export interface PositionEntry {
  readonly name: string;
  readonly start: number;
  readonly key?: ScalarEvent;
  readonly node: PositionNode;
  /** True if a merge key copies the entry from another mapping. */
  readonly isMerged: boolean;
}

interface Builder extends YamlText {
  index: number;
  readonly anchors: Map<string, PositionNode>;
}

const LEAF: Omit<PositionNode, 'start'> = { entries: new Map(), items: [], mergedOver: [] };

/** Returns the positions in the document that starts with the event at `index`. */
export function positionTree(yaml: YamlText, index: number): PositionNode {
  return readNode({ ...yaml, index, anchors: new Map() });
}

function readNode(builder: Builder): PositionNode {
  const event = builder.events[builder.index];
  builder.index += 1;
  if (event === undefined) return { start: -1, ...LEAF };
  const start = eventStart(builder.text, event);
  switch (event.type) {
    case EVENT_ID.MAPPING: {
      const entries = new Map<string, PositionEntry>();
      const mergedOver: PositionEntry[] = [];
      // Registers the anchor before reading the entries, because an alias inside can refer to this mapping.
      const node = anchored(builder, event, { ...LEAF, ...flowMark(event), start, entries, mergedOver });
      readEntries(builder, entries, mergedOver);
      return node;
    }
    case EVENT_ID.SEQUENCE: {
      const items: PositionNode[] = [];
      const node = anchored(builder, event, { ...LEAF, ...flowMark(event), start, items });
      while (!isEnd(builder)) items.push(readNode(builder));
      builder.index += 1;
      return node;
    }
    case EVENT_ID.SCALAR:
      return anchored(builder, event, { ...LEAF, start, scalar: event });
    case EVENT_ID.ALIAS: {
      const name = builder.text.slice(event.anchorStart, event.anchorEnd);
      return { ...LEAF, ...builder.anchors.get(name), start, isAlias: true };
    }
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return { ...LEAF, start };
  }
}

function flowMark({ style }: { readonly style: CollectionStyle }): Pick<PositionNode, 'isFlow'> {
  return style === COLLECTION_STYLE.FLOW ? { isFlow: true } : {};
}

function isEnd({ events, index }: Builder): boolean {
  return (events[index]?.type ?? EVENT_ID.POP) === EVENT_ID.POP;
}

function anchored(
  { anchors, text }: Builder,
  { anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number },
  node: PositionNode,
): PositionNode {
  if (anchorStart >= 0) anchors.set(text.slice(anchorStart, anchorEnd), node);
  return node;
}

function readEntries(builder: Builder, entries: Map<string, PositionEntry>, mergedOver: PositionEntry[]): void {
  const merges: PositionEntry[] = [];
  while (!isEnd(builder)) {
    const key = readNode(builder);
    const node = readNode(builder);
    const name = key.scalar === undefined ? '' : keyText(builder.text, key.scalar);
    const entry = { name, start: key.start, ...(key.scalar && { key: key.scalar }), node, isMerged: false };
    if (key.scalar !== undefined && isMergeKey(builder.text, key.scalar)) merges.push(entry);
    else entries.set(name, entry);
  }
  builder.index += 1;
  for (const merge of merges) applyMerge(merge, entries, mergedOver);
}

function applyMerge(merge: PositionEntry, entries: Map<string, PositionEntry>, mergedOver: PositionEntry[]): void {
  for (const source of [merge.node, ...merge.node.items]) {
    const isElsewhere = source.isAlias ?? merge.node.isAlias ?? false;
    for (const [name, entry] of source.entries) {
      const own = entries.get(name);
      if (own === undefined) entries.set(name, { ...entry, isMerged: isElsewhere || entry.isMerged });
      else if (own.start < merge.start && !own.isMerged) mergedOver.push(own);
    }
  }
}
