import { h, type ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListMessage } from '../messages.ts';
import { BuildPage } from './build-page.ts';
import { SHAPES } from './columns.ts';
import { ListPage, type ListPageProps } from './list-page.ts';
import { ObjectPage } from './object-page.ts';
import { LISTS, NO_FILTER, readRoute, routeText, type Route } from './route.ts';
import { makeRowStore, type RowStore } from './row-store.ts';
import { takeToken } from './session.ts';
import { useStream } from './use-stream.ts';

/** Shows the page that the address names. */
export function App(): ComponentChild {
  const route = useRoute();
  const [store] = useState(makeRowStore);
  const title = titleOf(route);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} - taskpack`;
    // A screen reader reads the heading of the next page.
    if (!isFirst.current) document.querySelector<HTMLElement>('h1')?.focus();
    isFirst.current = false;
  }, [title]);
  return [
    h('a', { key: 'skip', class: 'skip', href: '#content', onClick: skip }, 'Skip to the content'),
    h(Header, { key: 'header', route }),
    pageOf(route, store),
  ];
}

/** The address names the page, so it cannot also name a place in the page. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('h1')?.focus();
}

function useRoute(): Route {
  const [hash, setHash] = useState(window.location.hash);
  // An effect runs after the page is painted, and the user may have followed a link by then.
  useLayoutEffect(() => {
    const change = (): void => {
      // Streams that were refused begin again with the new token.
      if (takeToken(window)) window.location.reload();
      else setHash(window.location.hash);
    };
    window.addEventListener('hashchange', change);
    return () => window.removeEventListener('hashchange', change);
  }, []);
  return readRoute(hash);
}

function Header({ route }: { readonly route: Route }): ComponentChild {
  const links = LISTS.map((list) => {
    const isCurrent = route.kind === 'list' && route.list === list;
    const href = routeText({ kind: 'list', list, filter: NO_FILTER });
    return h('li', { key: list }, h('a', { href, 'aria-current': isCurrent ? 'page' : undefined }, SHAPES[list].title));
  });
  return h(
    'header',
    { class: 'top' },
    h('strong', {}, 'taskpack'),
    h('nav', { 'aria-label': 'Lists' }, h('ul', {}, links)),
  );
}

function pageOf(route: Route, store: RowStore): ComponentChild {
  switch (route.kind) {
    case 'list':
      return h(Lists, { key: 'lists', store, list: route.list, filter: route.filter });
    case 'build':
      return h(BuildPage, { key: routeText(route), namespace: route.namespace, name: route.name });
    case 'image':
    case 'builder':
    case 'clusterbuilder':
      return h(ObjectPage, { key: routeText(route), kind: route.kind, namespace: route.namespace, name: route.name });
  }
}

/** Follows the stream of the lists while one of them is shown. */
function Lists({ store, list, filter }: Pick<ListPageProps, 'store' | 'list' | 'filter'>): ComponentChild {
  const [version, connection] = useStream<number, ListMessage>('/api/list', {
    first: 0,
    reopened: (count) => {
      store.restart();
      return count + 1;
    },
    next: (count, message) => {
      store.apply(message);
      return count + 1;
    },
  });
  return h(ListPage, { store, list, filter, version, connection });
}

function titleOf(route: Route): string {
  if (route.kind === 'list') return SHAPES[route.list].title;
  return route.namespace === '' ? route.name : `${route.namespace}/${route.name}`;
}
