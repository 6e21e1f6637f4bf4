import type { ObjectReference } from '../../views/object-view.ts';

/** The lists of the page. */
export const LISTS = ['images', 'builds', 'queue', 'builders'] as const;

export type ListName = (typeof LISTS)[number];

/** Selects rows of a list. An empty text selects all rows. */
export interface Filter {
  readonly text: string;
  readonly state: string;
  readonly namespace: string;
}

export const NO_FILTER: Filter = { text: '', state: '', namespace: '' };

/** The page of an Image or a builder. */
export interface ObjectRoute {
  readonly kind: 'image' | 'builder' | 'clusterbuilder';
  /** Empty for a ClusterBuilder. */
  readonly namespace: string;
  readonly name: string;
}

/** The shown list or object, from the part of the address after #. */
export type Route =
  | { readonly kind: 'list'; readonly list: ListName; readonly filter: Filter }
  | { readonly kind: 'build'; readonly namespace: string; readonly name: string }
  | ObjectRoute;

/** Reads the part of an address after #. An unknown one is the list of Images. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [kind = '', ...rest] = path.split('/').map(decoded);
  const list = LISTS.find((each) => each === kind);
  if (list !== undefined) return { kind: 'list', list, filter: readFilter(new URLSearchParams(query)) };
  const [first = '', second = ''] = rest;
  if ((kind === 'image' || kind === 'build' || kind === 'builder') && first !== '' && second !== '') {
    return { kind, namespace: first, name: second };
  }
  if (kind === 'clusterbuilder' && first !== '') return { kind, namespace: '', name: first };
  return { kind: 'list', list: 'images', filter: NO_FILTER };
}

/** Returns the part of an address after #, with the #. */
export function routeText(route: Route): string {
  if (route.kind !== 'list') {
    const place = route.namespace === '' ? [] : [route.namespace];
    return `#/${[route.kind, ...place, route.name].map(encodeURIComponent).join('/')}`;
  }
  const { text, state, namespace } = route.filter;
  const set = Object.entries({ text, state, namespace }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(set).toString();
  return `#/${route.list}${query === '' ? '' : `?${query}`}`;
}

/** Returns the page of a builder that an object in a namespace refers to. */
export function builderRoute({ kind, name, namespace }: ObjectReference, own: string): ObjectRoute {
  return kind === 'ClusterBuilder'
    ? { kind: 'clusterbuilder', namespace: '', name }
    : { kind: 'builder', namespace: namespace ?? own, name };
}

function readFilter(parameters: URLSearchParams): Filter {
  const value = (name: string): string => parameters.get(name) ?? '';
  return { text: value('text'), state: value('state'), namespace: value('namespace') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
