import { h, type ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import { rowKey, type Row } from '../row.ts';
import { SHAPES, type ListShape } from './columns.ts';
import { FilterBar } from './filter-bar.ts';
import { Notices } from './notices.ts';
import { queueOrder } from './queue-order.ts';
import { routeText, type Filter, type ListName, type Route } from './route.ts';
import type { ListStatus, RowStore } from './row-store.ts';
import type { Connection } from './stream.ts';
import { useNow } from './use-now.ts';
import { VirtualRows } from './virtual-rows.ts';

export interface ListPageProps {
  readonly list: ListName;
  readonly filter: Filter;
  readonly store: RowStore;
  /** Changes with the store. */
  readonly version: number;
  readonly connection: Connection;
}

/** Shows one of the lists. */
export function ListPage({ list, filter, store, version, connection }: ListPageProps): ComponentChild {
  const nowMs = useNow();
  const shape = SHAPES[list];
  const rows = useMemo(() => {
    const selected = store.select(shape.kinds, filter);
    return list === 'queue' ? queueOrder(selected) : selected;
  }, [version, list, filter]);
  const keys = useMemo(() => rows.map(rowKey), [rows]);
  const namespaces = useMemo(() => store.namespaces(), [version]);
  const status = store.status();
  const hasNamespaces = status.hasScope && status.namespace === undefined;
  const cellsAt = (index: number, link: { readonly tabIndex: number }): readonly ComponentChild[] => {
    const row = rows[index];
    if (row === undefined) return [];
    const name = h('a', { href: routeText(routeOf(row)), ...link }, nameText(row, list, hasNamespaces));
    return [name, ...shape.columns.map(({ cell }) => cell(row, nowMs))];
  };
  return h(
    'main',
    { id: 'content', class: 'list-page' },
    h('h1', { tabIndex: -1 }, shape.title, h('span', { class: 'scope' }, scopeText(status))),
    h(FilterBar, { list, filter, shape, namespaces: hasNamespaces ? namespaces : [], count: rows.length }),
    h(Notices, { connection, notes: status.notes }),
    rows.length === 0 ? h('p', { class: 'muted empty' }, emptyText(shape, filter, status)) : undefined,
    h(VirtualRows, {
      key: list,
      label: shape.title,
      shape: list,
      heads: [{ head: 'Name', area: 'name' }, ...shape.columns],
      keys,
      cellsAt,
    }),
  );
}

function scopeText({ hasScope, namespace }: ListStatus): string {
  if (!hasScope) return '';
  return namespace === undefined ? ' in all namespaces' : ` in namespace ${namespace}`;
}

function emptyText({ title, kinds }: ListShape, { text, state, namespace }: Filter, status: ListStatus): string {
  if (!status.isComplete || kinds.some((kind) => status.reading.includes(kind))) return `Reading ${title}…`;
  if (text !== '' || state !== '' || namespace !== '') return 'Nothing matches the filter.';
  return title === 'Queue' ? 'No Build runs or waits.' : `There are no ${title}.`;
}

function nameText({ kind, namespace, name }: Row, list: ListName, hasNamespaces: boolean): string {
  const prefix = list === 'queue' || kind === 'ClusterBuilder' ? `${kind} ` : '';
  return `${prefix}${hasNamespaces && namespace !== undefined ? `${namespace}/` : ''}${name}`;
}

function routeOf({ kind, namespace = '', name }: Row): Route {
  switch (kind) {
    case 'Image':
      return { kind: 'image', namespace, name };
    case 'Build':
      return { kind: 'build', namespace, name };
    case 'Builder':
      return { kind: 'builder', namespace, name };
    case 'ClusterBuilder':
      return { kind: 'clusterbuilder', namespace, name };
  }
}
