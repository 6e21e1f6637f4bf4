import { h, type ComponentChild } from 'preact';
import { isElement, type Markup } from '../../report/markup.ts';
import type { Section } from '../../report/sections/section.ts';

/** Returns markup as nodes of Preact, which writes texts as texts. */
export function markupNode(markup: Markup): ComponentChild {
  if (markup === undefined || typeof markup === 'string' || typeof markup === 'number') return markup;
  if (!isElement(markup)) return markup.map(markupNode);
  return h(markup.name, markup.attributes, ...markup.children.map(markupNode));
}

/** Returns a section of the report with its heading, or nothing. */
export function sectionNode(section: Section | undefined): ComponentChild {
  if (section === undefined) return undefined;
  const { id, title, content } = section;
  return h('section', { key: id, 'aria-labelledby': id }, h('h2', { id }, title), markupNode(content));
}
