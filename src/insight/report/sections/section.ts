import { element, type Markup } from '../markup.ts';

/** A part of the page with its heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

/** A name and its values, as a description list shows them. */
export interface Described {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
}

/** Returns a description list. Names without values are left out. */
export function descriptions(entries: readonly Described[]): Markup {
  const shown = entries.flatMap(({ name, values }) => {
    const present = values.filter((value) => value !== undefined).filter((value) => value !== '');
    return present.length === 0 ? [] : [element('dt', {}, name), element('dd', {}, listOf(present))];
  });
  return element('dl', {}, shown);
}

function listOf(values: readonly string[]): Markup {
  return values.length === 1 ? values[0] : element('ul', {}, itemsOf(values));
}

/** Returns the items of a list. */
export function itemsOf(contents: readonly Markup[]): Markup {
  return contents.map((content) => element('li', {}, content));
}

/** A column of a table. */
export interface Column {
  readonly head: string;
  readonly style?: 'number' | 'bar' | 'word';
}

/** Returns a table. Each row starts with its head. */
export function table(columns: readonly Column[], rows: readonly (readonly Markup[])[]): Markup {
  const heads = columns.map(({ head, style }) => element('th', { scope: 'col', class: style }, head));
  const cells = ([first, ...rest]: readonly Markup[]): Markup => [
    element('th', { scope: 'row' }, first),
    rest.map((cell, index) => element('td', { class: columns[index + 1]?.style }, cell)),
  ];
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, heads)),
    element(
      'tbody',
      {},
      rows.map((row) => element('tr', {}, cells(row))),
    ),
  );
}

/** The width of a bar's drawing in its own units. */
export const BAR_WIDTH = 1000;

const LEAST_WIDTH = 4;

/** Returns a bar from one point to another. It repeats what the table says, so screen readers skip it. */
export function bar(from: number, width: number, style: string): Markup {
  const x = Math.min(Math.round(from), BAR_WIDTH - LEAST_WIDTH);
  const visible = Math.max(LEAST_WIDTH, Math.round(width));
  return element(
    'svg',
    { viewBox: `0 0 ${BAR_WIDTH} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    element('rect', { class: 'track', width: BAR_WIDTH, height: 10 }),
    element('rect', { class: style, x, width: visible, height: 10 }),
  );
}
