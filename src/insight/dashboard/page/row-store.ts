import type { ListMessage } from '../messages.ts';
import { rowKey, type Row, type RowKind } from '../row.ts';
import type { Filter } from './route.ts';

/** All rows of the lists. Messages change it in place, because copying 10,000 rows ten times a second takes too long. */
export interface RowStore {
  readonly apply: (message: ListMessage) => void;
  /** A new stream sends all rows again. The old rows stay until it has sent them. */
  readonly restart: () => void;
  /** Returns the rows of some kinds that a filter selects, newest first. */
  readonly select: (kinds: readonly RowKind[], filter: Filter) => readonly Row[];
  readonly namespaces: () => readonly string[];
  readonly status: () => ListStatus;
}

/** The progress of the lists, and their gaps. */
export interface ListStatus {
  /** Absent for all namespaces, and until the first message. */
  readonly namespace?: string;
  readonly hasScope: boolean;
  readonly isComplete: boolean;
  readonly reading: readonly RowKind[];
  readonly notes: readonly string[];
}

interface Entry {
  readonly row: Row;
  /** The text that a filter searches. */
  readonly text: string;
}

/** Returns a store without rows. */
export function makeRowStore(): RowStore {
  let shown = new Map<string, Entry>();
  let incoming = shown;
  let status: ListStatus = { hasScope: false, isComplete: false, reading: [], notes: [] };
  const applyRows = (rows: readonly Row[], deleted: readonly string[]): void => {
    for (const key of deleted) incoming.delete(key);
    for (const row of rows) incoming.set(rowKey(row), { row, text: searchText(row) });
  };
  return {
    restart: () => {
      incoming = shown.size === 0 ? shown : new Map();
      status = { ...status, isComplete: false };
    },
    apply: (message) => {
      switch (message.kind) {
        case 'scope': {
          const { namespace } = message;
          const { reading, notes } = status;
          status = { hasScope: true, isComplete: false, reading, notes, ...(namespace !== undefined && { namespace }) };
          return;
        }
        case 'rows':
          return applyRows(message.rows, message.deleted);
        case 'complete':
          shown = incoming;
          status = { ...status, isComplete: true };
          return;
        case 'reading':
          status = { ...status, reading: message.kinds, notes: message.notes };
          return;
        case 'problem':
      }
    },
    select: (kinds, filter) => selectedRows([...shown.values()], kinds, filter),
    namespaces: () => [...new Set([...shown.values()].flatMap(({ row }) => row.namespace ?? []))].toSorted(),
    status: () => status,
  };
}

function selectedRows(entries: readonly Entry[], kinds: readonly RowKind[], filter: Filter): readonly Row[] {
  return entries
    .filter((entry) => isSelected(entry, kinds, filter))
    .map(({ row }) => row)
    .toSorted(newestFirst);
}

function searchText({ namespace, name, reason, image, build }: Row): string {
  return [namespace, name, reason, image, ...(build?.causes ?? [])].join(' ').toLowerCase();
}

function isSelected({ row, text }: Entry, kinds: readonly RowKind[], filter: Filter): boolean {
  return (
    kinds.includes(row.kind) &&
    (filter.state === '' || row.state === filter.state) &&
    (filter.namespace === '' || row.namespace === filter.namespace) &&
    filter.text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

/** Builds of one second are ordered by number, and other objects by name, so that the order does not depend on the stream. */
function newestFirst(one: Row, other: Row): number {
  const [first = '', second = ''] = [one.createdAt, other.createdAt];
  if (first !== second) return first < second ? 1 : -1;
  const numbers = (other.build?.number ?? 0) - (one.build?.number ?? 0);
  if (numbers !== 0) return numbers;
  return rowKey(one) < rowKey(other) ? -1 : 1;
}
