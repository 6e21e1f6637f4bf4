import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { escapeBraces, linkOutside } from './markdown.mjs';
import { sidebarOf } from './sidebar.mjs';

const { description, homepage, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const REPOSITORY = repository.url.replace(/^git\+|\.git$/g, '');

/** Returns the anchor that GitHub derives from a heading, so that the links of the pages work on both. */
function headingAnchor(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Returns VitePress's configuration. TASKPACK_DOCS_SOURCE is the folder of the pages, TASKPACK_DOCS_BASE the path of the site, such as
 * `/v1.0.0/`, TASKPACK_DOCS_REVISION the tag or branch of the pages, and TASKPACK_DOCS_VERSIONS the menu of versions as JSON.
 */
export function siteConfig({
  TASKPACK_DOCS_SOURCE: srcDir,
  TASKPACK_DOCS_BASE: base,
  TASKPACK_DOCS_REVISION: revision,
  TASKPACK_DOCS_VERSIONS: versions,
}) {
  const index = readFileSync(join(srcDir, 'README.md'), 'utf8');
  return {
    title: 'taskpack',
    description,
    srcDir,
    base,
    // A link to the pages of the checkout stays a link, so that Vue is found in the folder of this file.
    vite: { resolve: { preserveSymlinks: true } },
    cleanUrls: true,
    // The list of pages is the home page.
    rewrites: { 'README.md': 'index.md' },
    markdown: {
      anchor: { slugify: headingAnchor },
      // Shiki knows no PromQL.
      languageAlias: { promql: 'sql' },
      config: (markdown) => {
        escapeBraces(markdown);
        linkOutside(markdown, { blob: `${REPOSITORY}/blob/${revision}` });
      },
    },
    themeConfig: {
      search: { provider: 'local' },
      sidebar: sidebarOf(index),
      nav: [{ text: revision, items: JSON.parse(versions) }],
      socialLinks: [{ icon: 'github', link: homepage }],
    },
  };
}
