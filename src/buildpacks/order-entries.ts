import type { FieldPath } from '../model/problem.ts';
import type { ProblemList } from './problem-list.ts';
import { readReference, type OrderEntry, type Reference } from './reference.ts';
import type { Refuse } from './refuse.ts';

/** An order entry that has a meaning, and where it stands. */
export interface PlacedEntry {
  readonly path: FieldPath;
  readonly group: number;
  readonly entry: OrderEntry;
  readonly reference: Reference;
  /** Takes problems of this entry. */
  readonly refuse: Refuse;
}

/** Reads all entries of `spec.order`. */
export function readOrder(
  order: readonly { readonly group: readonly OrderEntry[] }[],
  problems: ProblemList,
): readonly PlacedEntry[] {
  return order.flatMap((entries, group) =>
    entries.group.flatMap((entry, index) => {
      const path = ['spec', 'order', group, 'group', index];
      const refuse = problems.at(path);
      const reference = readReference(entry, refuse);
      return reference === undefined ? [] : [{ path, group, entry, reference, refuse }];
    }),
  );
}
