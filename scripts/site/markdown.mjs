import { posix } from 'node:path';

/** The folder of the pages in the repository. */
const DOCS = 'docs';

/** Prints `{{` as text, which Vue would take as code. */
export function escapeBraces(markdown) {
  const { rules } = markdown.renderer;
  for (const name of ['text', 'code_inline']) {
    const print = rules[name];
    rules[name] = (...args) => print(...args).replaceAll('{{', '&#123;&#123;');
  }
}

/** Makes links that leave the folder of the pages, such as `../../tasks/buildpacks/README.md`, lead to the repository's file at `blob`. */
export function linkOutside(markdown, { blob }) {
  markdown.core.ruler.push('links outside', ({ tokens, env }) => {
    for (const token of linksOf(tokens)) {
      const file = posix.join(DOCS, posix.dirname(env.relativePath), token.attrGet('href'));
      if (!file.startsWith(`${DOCS}/`)) token.attrSet('href', `${blob}/${file}`);
    }
  });
}

function linksOf(tokens) {
  const inline = tokens.flatMap(({ children }) => children ?? []);
  return inline.filter((token) => token.type === 'link_open' && token.attrGet('href').startsWith('../'));
}
