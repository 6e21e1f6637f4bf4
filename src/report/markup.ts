import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../model/one-line.ts';

/** Markup. Only `markup` makes it, so every value in it is escaped. */
export interface Html {
  readonly markup: string;
}

export type HtmlValue = Html | string | number | undefined | readonly Html[];

/** Returns markup in which every value is escaped text, unless it is markup itself. `undefined` is nothing. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

/** Returns markup that this project has written itself, such as a style sheet. */
export function trusted(text: string): Html {
  return { markup: text };
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * Escapes a text for content and quoted attributes. Escape sequences of terminals are removed. Other control characters, and marks
 * that change the direction of text, become visible.
 */
function escaped(text: string): string {
  return oneLine(stripVTControlCharacters(text)).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
