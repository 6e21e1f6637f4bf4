import { htmlText } from '../../report/html-text.ts';
import { element } from '../../report/markup.ts';
import { STYLE as REPORT_STYLE } from '../../report/style.ts';
import { STYLE } from '../style.ts';

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

/** Returns the files of the page by their paths. They are the same for every user and every cluster. */
export function pageFiles(script: string): ReadonlyMap<string, PageFile> {
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: document() }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', text: script }],
    ['/page.css', { type: 'text/css; charset=utf-8', text: `${REPORT_STYLE}${STYLE}` }],
  ]);
}

/** An icon of this project: two boxes. Browsers ask for /favicon.ico if a page has none. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%232f6fb5' d='M1 1h9v9H1z'/%3E%3Cpath fill='%23116329' d='M6 6h9v9H6z'/%3E%3C/svg%3E";

function document(): string {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, 'taskpack'),
    element('link', { rel: 'icon', href: ICON }),
    element('link', { rel: 'stylesheet', href: '/page.css' }),
    element('script', { src: '/page.js', defer: true }),
  );
  const withoutScript = element('noscript', {}, element('p', {}, 'The dashboard needs JavaScript.'));
  const body = element('body', {}, element('div', { id: 'root' }), withoutScript);
  return `<!doctype html>\n${htmlText(element('html', { lang: 'en' }, head, body))}\n`;
}
