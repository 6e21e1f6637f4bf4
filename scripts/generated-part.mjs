import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

/**
 * Returns the text of a page with new content between the markers of a part: `<!-- PART: written by npm run generate -->` and
 * `<!-- end of PART -->`. Throws if the page has no such markers. `text` is the page with other parts replaced already.
 */
export function withPart(page, part, content, text = readFileSync(join(ROOT, page), 'utf8')) {
  const [start, end] = [`<!-- ${part}: written by npm run generate -->`, `<!-- end of ${part} -->`];
  const [before, rest = ''] = text.split(`${start}\n`);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`${page} has no markers for ${part}: add "${start}" and "${end}"`);
  return `${before}${start}\n\n${content}\n${end}${after}`;
}
