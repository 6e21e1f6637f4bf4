import {
  buildColumns,
  builderColumns,
  imageColumns,
  type ColumnContext,
  type ObjectColumn,
  type ShownView,
} from '../objects/object-columns.ts';
import type { ShownKind } from '../objects/kind-names.ts';
import { formatHeads, formatRow, tableLayout, type Layout } from '../table.ts';

/** How a table shows its objects. */
export interface TableStyle extends ColumnContext {
  readonly hasNamespaces: boolean;
  readonly hasKinds: boolean;
  readonly isWide: boolean;
  /** The width in characters that a table keeps to if it is not wide. */
  readonly width: number;
}

/** Formats rows of one table. Later rows align with the first ones. */
export interface ListTable {
  /** Formats the heads and the rows. */
  readonly whole: (views: readonly ShownView[]) => string;
  /** Formats a row, below the heads if it is the first one. */
  readonly row: (view: ShownView, context: ColumnContext) => string;
  /** Formats the last row of an object that no longer exists. */
  readonly deleted: (view: ShownView, context: Pick<ColumnContext, 'nowMs'>) => string;
  /** Returns the cells that only change if the object changes. */
  readonly lasting: (view: ShownView) => string;
}

/** Returns the table for objects of one kind, or of Builders and ClusterBuilders. */
export function listTable(kinds: readonly ShownKind[], style: TableStyle): ListTable {
  if (kinds.includes('Image')) return tableOf(imageColumns, (view) => view.kind === 'ImageView', style);
  if (kinds.includes('Build')) return tableOf(buildColumns, (view) => view.kind === 'BuildView', style);
  const hasKinds = style.hasKinds || kinds.length > 1;
  return tableOf(builderColumns, (view) => view.kind === 'BuilderView', { ...style, hasKinds });
}

function tableOf<View extends ShownView>(
  columnsFor: (context: ColumnContext) => readonly ObjectColumn<View>[],
  isShown: (view: ShownView) => view is View,
  style: TableStyle,
): ListTable {
  const columnsAt = (context: ColumnContext): readonly ObjectColumn<View>[] => [
    ...nameColumns<View>(style),
    ...columnsFor(context).filter(({ isWide }) => style.isWide || isWide !== true),
  ];
  const lastingColumns = columnsAt(style).filter(({ isClock }) => isClock !== true);
  let layout: Layout = [];
  const whole = (rows: readonly View[], context: ColumnContext): string => {
    const columns = columnsAt(context);
    layout = tableLayout(columns, rows, style.isWide ? undefined : style.width);
    return [formatHeads(columns, layout), ...rows.map((row) => formatRow(columns, row, layout))].join('');
  };
  return {
    whole: (views) => whole(views.filter(isShown), style),
    row: (view, context) => {
      if (!isShown(view)) return '';
      return layout.length === 0 ? whole([view], context) : formatRow(columnsAt(context), view, layout);
    },
    deleted: (view, { nowMs }) =>
      isShown(view) ? formatRow(columnsAt({ ...style, nowMs }).map(asDeleted), view, layout) : '',
    lasting: (view) => (isShown(view) ? lastingColumns.map(({ cell }) => cell(view)).join('\n') : ''),
  };
}

function asDeleted<View>(column: ObjectColumn<View>): ObjectColumn<View> {
  return column.head === 'STATE' ? { head: column.head, cell: () => 'Deleted' } : column;
}

function nameColumns<View extends ShownView>({ hasNamespaces, hasKinds }: TableStyle): readonly ObjectColumn<View>[] {
  const name: ObjectColumn<View> = {
    head: 'NAME',
    cell: (view) => (hasKinds ? `${kindOf(view).toLowerCase()}/${view.name}` : view.name),
  };
  return hasNamespaces ? [{ head: 'NAMESPACE', cell: ({ namespace }) => namespace ?? '-' }, name] : [name];
}

/** Returns the kind of the object that a view describes. */
function kindOf(view: ShownView): string {
  switch (view.kind) {
    case 'ImageView':
      return 'Image';
    case 'BuildView':
      return 'Build';
    case 'BuilderView':
      return view.builderKind;
  }
}
