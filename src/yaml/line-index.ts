/** A place as people count: both from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Translates offsets in the text to lines and columns; the lines are found once, when first asked for. */
export function lineIndex(text: string): (offset: number) => LineAndColumn {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lastNotAfter(starts, offset);
    const before = text.slice(starts[line], offset);
    // A character outside the Basic Multilingual Plane is one column, not two.
    return { line: line + 1, column: Array.from(before).length + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineBreak.length);
  return starts;
}

function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
