import { h, type ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { targetIndex, visibleIndexes } from './row-window.ts';
import { useViewport } from './use-viewport.ts';

export interface VirtualRowsProps {
  readonly label: string;
  /** The class that places the columns. */
  readonly shape: string;
  readonly heads: readonly { readonly head: string; readonly area: string }[];
  /** The keys of all rows. */
  readonly keys: readonly string[];
  /** Returns the cells of a row. The first one is the link of the row, which takes the attributes. */
  readonly cellsAt: (index: number, link: { readonly tabIndex: number }) => readonly ComponentChild[];
}

/**
 * Shows a table of any length, of which only the visible rows are in the document. The arrow keys, Page Up, Page Down, Home and End
 * move the focus from row to row, and Tab leaves the table.
 */
export function VirtualRows({ label, shape, heads, keys, cellsAt }: VirtualRowsProps): ComponentChild {
  const region = useRef<HTMLDivElement>(null);
  const { top, height, rowHeight } = useViewport(region);
  const [currentKey, setCurrentKey] = useState('');
  const wantsFocus = useRef(false);
  const place = { first: Math.floor(top / rowHeight), shown: Math.ceil(height / rowHeight), count: keys.length };
  const current = currentKey === '' ? -1 : keys.indexOf(currentKey);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    region.current?.querySelector<HTMLElement>(`[data-index="${current}"] a`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : targetIndex(event.key, current, place);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrentKey(keys[next] ?? '');
  };
  const onFocusIn = (event: FocusEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (row !== null) setCurrentKey(keys[Number(row.dataset['index'])] ?? '');
  };
  const tabStop = current >= 0 ? current : Math.min(place.first, keys.length - 1);
  const rows = visibleIndexes(place, current).map((index) =>
    h(
      'div',
      {
        key: keys[index],
        role: 'row',
        class: 'row',
        'aria-rowindex': index + 2,
        'data-index': index,
        style: { top: `${index * rowHeight}px` },
      },
      cellsAt(index, { tabIndex: index === tabStop ? 0 : -1 }).map((cell, column) => {
        const area = heads[column]?.area ?? '';
        return h(
          'div',
          { key: area, role: column === 0 ? 'rowheader' : 'cell', class: `cell at-${area}`, title: textOf(cell) },
          cell,
        );
      }),
    ),
  );
  const headCells = heads.map(({ head, area }) =>
    h('div', { key: area, role: 'columnheader', class: `cell at-${area}` }, head),
  );
  return h(
    'div',
    {
      ref: region,
      class: `rows ${shape}`,
      role: 'table',
      'aria-label': label,
      'aria-rowcount': keys.length + 1,
      onKeyDown,
      onFocusIn,
    },
    h(
      'div',
      { role: 'rowgroup', class: 'heads' },
      h('div', { role: 'row', class: 'head', 'aria-rowindex': 1 }, headCells),
    ),
    h('div', { role: 'rowgroup', class: 'body', style: { height: `${keys.length * rowHeight}px` } }, rows),
  );
}

/** A pointer over a cell shows the text that does not fit. */
function textOf(cell: ComponentChild): string | undefined {
  return typeof cell === 'string' ? cell : undefined;
}
