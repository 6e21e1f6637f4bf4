import { boundedText } from '../core/model/bounded-messages.ts';
import { oneLine } from '../core/model/one-line.ts';

/** A column of a table of rows. */
export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** True if the cells may be cut to fit the width of the table. */
  readonly isCut?: true;
  /** Colours a padded cell. */
  readonly paint?: (text: string, row: Row) => string;
}

/** The widths of a table's columns, so that later rows align with earlier ones. */
export type Layout = readonly number[];

const GAP = '   ';

/** No cut column becomes narrower than this. */
const MIN_WIDTH = 6;

/** Returns the widths of the columns: of the longest cells, or less for cut columns if the table is too wide. */
export function tableLayout<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
): Layout {
  const widths = columns.map(({ head, cell }) =>
    Math.max(head.length, ...rows.map((row) => oneLine(cell(row)).length)),
  );
  for (;;) {
    const total = widths.reduce((sum, each) => sum + each, (widths.length - 1) * GAP.length);
    const widest = widestCut(columns, widths);
    if (total <= width || widest === undefined) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function widestCut<Row>(columns: readonly TableColumn<Row>[], widths: readonly number[]): number | undefined {
  return [...widths.entries()]
    .filter(([index, each]) => columns[index]?.isCut === true && each > MIN_WIDTH)
    .toSorted(([, one], [, other]) => other - one)
    .map(([index]) => index)[0];
}

/** Formats the heads of the columns. */
export function formatHeads<Row>(columns: readonly TableColumn<Row>[], layout: Layout): string {
  return `${columns
    .map(({ head }, index) => head.padEnd(layout[index] ?? 0))
    .join(GAP)
    .trimEnd()}\n`;
}

/** Formats a row. A cell longer than a cut column ends with an ellipsis; other cells are whole. */
export function formatRow<Row>(columns: readonly TableColumn<Row>[], row: Row, layout: Layout): string {
  const last = columns.length - 1;
  const cells = columns.map(({ cell, isCut, paint = String }, index) => {
    const width = layout[index] ?? 0;
    const text = oneLine(cell(row));
    const shown = isCut === true ? boundedText(text, Math.max(width, MIN_WIDTH)) : text;
    return paint(index === last ? shown : shown.padEnd(width), row);
  });
  return `${cells.join(GAP).trimEnd()}\n`;
}

/** Formats a whole table. The heads are left out if all are empty. */
export function formatRows<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], width?: number): string {
  const layout = tableLayout(columns, rows, width);
  const heads = columns.every(({ head }) => head === '') ? '' : formatHeads(columns, layout);
  return [heads, ...rows.map((row) => formatRow(columns, row, layout))].join('');
}
