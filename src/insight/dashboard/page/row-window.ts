/** The part of a long list that is visible. */
export interface VisibleRows {
  /** The index of the first visible row. */
  readonly first: number;
  /** The number of rows that fit. */
  readonly shown: number;
  readonly count: number;
}

/** The rows above and below the visible ones that are in the document, so that scrolling shows no gap. */
const SPARE_ROWS = 12;

/** Returns the indexes of the rows in the document: the visible ones, some around them, and the row that has the focus. */
export function visibleIndexes({ first, shown, count }: VisibleRows, focused: number): readonly number[] {
  const from = Math.max(0, Math.min(first, count) - SPARE_ROWS);
  const to = Math.min(count, first + shown + SPARE_ROWS);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const isOutside = focused >= 0 && focused < count && (focused < from || focused >= to);
  return isOutside ? [...indexes, focused].toSorted((one, other) => one - other) : indexes;
}

/** Returns the row to which a key moves the focus, or `undefined`. Without a focused row (-1), keys start at the visible ones. */
export function targetIndex(key: string, focused: number, { first, shown, count }: VisibleRows): number | undefined {
  if (count === 0) return undefined;
  const from = focused < 0 ? first - (key === 'ArrowDown' ? 1 : 0) : focused;
  const page = Math.max(1, shown - 2);
  const target = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}
