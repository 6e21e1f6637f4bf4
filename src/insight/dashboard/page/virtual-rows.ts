import { h, type ComponentChild, type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { targetIndex, visibleIndexes, type VisibleRows } from './row-window.ts';

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
  const visible = { first: Math.floor(top / rowHeight), shown: Math.ceil(height / rowHeight), count: keys.length };
  const { focused, ...listeners } = useFocusedRow(region, keys, visible);
  const tabStop = focused >= 0 ? focused : Math.min(visible.first, keys.length - 1);
  const rows = visibleIndexes(visible, focused).map((index) => {
    const cells = cellsAt(index, { tabIndex: index === tabStop ? 0 : -1 });
    return rowNode({ key: keys[index], index, top: index * rowHeight, heads, cells });
  });
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
      ...listeners,
    },
    h(
      'div',
      { role: 'rowgroup', class: 'heads' },
      h('div', { role: 'row', class: 'head', 'aria-rowindex': 1 }, headCells),
    ),
    h('div', { role: 'rowgroup', class: 'body', style: { height: `${keys.length * rowHeight}px` } }, rows),
  );
}

/** Returns the index of the row that has the focus, or -1, and the listeners that move the focus. */
function useFocusedRow(region: RefObject<HTMLElement | null>, keys: readonly string[], visible: VisibleRows) {
  // The key stays with its object when rows are added above.
  const [focusedKey, setFocusedKey] = useState('');
  const found = focusedKey === '' ? -1 : keys.indexOf(focusedKey);
  const wantsFocus = useRef(false);
  const place = useRef(0);
  if (found >= 0) place.current = found;
  // The row is removed with the focus, so the row in its place gets the focus.
  const isRemoved = focusedKey !== '' && found < 0 && region.current?.contains(document.activeElement) === true;
  const focused = isRemoved ? Math.min(place.current, keys.length - 1) : found;
  if (isRemoved) {
    wantsFocus.current = true;
    setFocusedKey(keys[focused] ?? '');
  }
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    region.current?.querySelector<HTMLElement>(`[data-index="${focused}"] a`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : targetIndex(event.key, focused, visible);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setFocusedKey(keys[next] ?? '');
  };
  const onFocusIn = (event: FocusEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (row !== null) setFocusedKey(keys[Number(row.dataset['index'])] ?? '');
  };
  return { focused, onKeyDown, onFocusIn };
}

interface ShownRow {
  readonly key: string | undefined;
  readonly index: number;
  /** In pixels from the first row. */
  readonly top: number;
  readonly heads: VirtualRowsProps['heads'];
  readonly cells: readonly ComponentChild[];
}

function rowNode({ key, index, top, heads, cells }: ShownRow): ComponentChild {
  const attributes = { key, role: 'row', class: 'row', 'aria-rowindex': index + 2, 'data-index': index };
  const nodes = cells.map((cell, column) => {
    const area = heads[column]?.area ?? '';
    const role = column === 0 ? 'rowheader' : 'cell';
    return h('div', { key: area, role, class: `cell at-${area}`, title: textOf(cell) }, cell);
  });
  return h('div', { ...attributes, style: { top: `${top}px` } }, nodes);
}

/** A pointer over a cell shows the text that does not fit. */
function textOf(cell: ComponentChild): string | undefined {
  return typeof cell === 'string' ? cell : undefined;
}

/** The visible part of a list that scrolls, in pixels. */
interface Viewport {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

const FIRST: Viewport = { top: 0, height: 800, rowHeight: 40 };

/** Follows the scrolling and the size of a region. The style sheet decides the height of a row, which depends on the size of texts. */
function useViewport(region: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState(FIRST);
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = element.querySelector<HTMLElement>('.row');
      const next = { top: element.scrollTop, height: element.clientHeight, rowHeight: row?.offsetHeight ?? 0 };
      setViewport((last) => {
        const rowHeight = next.rowHeight > 0 ? next.rowHeight : last.rowHeight;
        const isSame = last.top === next.top && last.height === next.height && last.rowHeight === rowHeight;
        return isSame ? last : { ...next, rowHeight };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return viewport;
}
