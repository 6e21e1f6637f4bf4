import { h, type ComponentChild } from 'preact';
import { stateWord } from '../../views/state-texts.ts';
import type { ListShape } from './columns.ts';
import { routeText, type Filter, type ListName } from './route.ts';

export interface FilterBarProps {
  readonly list: ListName;
  readonly filter: Filter;
  readonly shape: ListShape;
  /** The namespaces to choose from. Empty if the page shows only one. */
  readonly namespaces: readonly string[];
  /** The number of rows that the filter selects. */
  readonly count: number;
}

/** Shows the filter of a list. The filter is part of the address, so it can be kept as a bookmark. */
export function FilterBar({ list, filter, shape, namespaces, count }: FilterBarProps): ComponentChild {
  const change = (name: keyof Filter) => (event: Event) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) return;
    const next: Filter = { ...filter, [name]: event.target.value };
    // Each letter would be a step of the browser's history.
    window.location.replace(routeText({ kind: 'list', list, filter: next }));
  };
  const select = (name: 'state' | 'namespace', label: string, children: ComponentChild): ComponentChild => [
    h('label', { key: `${name} label`, for: name }, label),
    h('select', { key: name, id: name, value: filter[name], onChange: change(name) }, children),
  ];
  return h(
    'form',
    { class: 'filter', role: 'search', onSubmit: (event: Event) => event.preventDefault() },
    h('label', { for: 'text' }, 'Filter'),
    h('input', { id: 'text', type: 'search', autocomplete: 'off', value: filter.text, onInput: change('text') }),
    select(
      'state',
      'State',
      options(
        'All',
        shape.states.map((kind) => [kind, stateWord({ kind })] as const),
      ),
    ),
    namespaces.length === 0
      ? undefined
      : select(
          'namespace',
          'Namespace',
          options(
            'All',
            namespaces.map((name) => [name, name] as const),
          ),
        ),
    h('span', { role: 'status', class: 'count' }, count === 1 ? '1 row' : `${count} rows`),
  );
}

function options(all: string, values: readonly (readonly [value: string, text: string])[]): ComponentChild {
  return [['', all] as const, ...values].map(([value, text]) => h('option', { key: value, value }, text));
}
