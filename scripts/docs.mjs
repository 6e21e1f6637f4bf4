// npm run docs -- dev|build: the documentation as a site.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './root.mjs';
import { MAIN, pagesOf, releases, versionLinks } from './site/versions.mjs';
import { ensureVitepress, vitepress } from './site/vitepress.mjs';

const USAGE = `usage: npm run docs -- dev
       npm run docs -- build [--output DIR] [--base PATH] [--versions]

dev serves the pages of docs/ and shows each change at once. build writes a site to DIR (default: dist/site) for the path --base of its
host (default: /), and fails on links to pages that do not exist.

  --versions    also build the pages of each release below DIR/TAG. A menu on each page leads to the other versions
`;

const options = {
  help: { type: 'boolean', short: 'h' },
  output: { type: 'string', default: 'dist/site' },
  base: { type: 'string', default: '/' },
  versions: { type: 'boolean', default: false },
};

try {
  main(parseArgs({ options, allowPositionals: true }));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

function main({ values, positionals: [command, ...others] }) {
  if (values.help) return console.log(USAGE);
  if (!['dev', 'build'].includes(command) || others.length > 0) throw new Error(`name one command\n${USAGE}`);
  if (!/^\/(?:[^/]+\/)*$/.test(values.base)) throw new Error(`--base ${values.base} must begin and end with a slash`);
  ensureVitepress();
  if (command === 'dev') return vitepress('dev', { base: '/', revision: MAIN, pages: pagesOf(MAIN), versions: [] });
  const output = path.resolve(ROOT, values.output);
  rmSync(output, { recursive: true, force: true });
  const all = [MAIN, ...(values.versions ? releases() : [])];
  for (const revision of all) {
    const folder = revision === MAIN ? '' : `${revision}/`;
    const site = {
      base: `${values.base}${folder}`,
      revision,
      pages: pagesOf(revision),
      versions: versionLinks(revision, all),
    };
    vitepress('build', site, path.join(output, folder));
  }
  console.log(path.relative(process.cwd(), output));
}
