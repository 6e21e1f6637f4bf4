import { oneLine } from '../../core/model/one-line.ts';
import { isElement, type Attributes, type Markup } from './markup.ts';
import { withoutControlSequences } from '../../core/model/control-sequences.ts';

/** Elements without content and end tag (HTML, "Void elements"). */
const VOID: ReadonlySet<string> = new Set(['br', 'input', 'link', 'meta']);

/** Returns markup as HTML. Every text and every value of an attribute is escaped. */
export function htmlText(markup: Markup): string {
  if (markup === undefined) return '';
  if (typeof markup === 'string' || typeof markup === 'number') return escaped(String(markup));
  if (!isElement(markup)) return markup.map(htmlText).join('');
  const { name, attributes, children } = markup;
  const start = `<${name}${attributesText(attributes)}>`;
  return VOID.has(name) ? start : `${start}${children.map(htmlText).join('')}</${name}>`;
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined || value === false) return '';
      return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Returns a text without escape sequences of terminals. Other control characters, and marks that change the direction of text,
 * become visible.
 */
export function visibleText(text: string): string {
  // Most texts have no control character, so they need no second pass.
  return oneLine(text) === text ? text : oneLine(withoutControlSequences(text));
}
