const SECTION = /^## (?<title>[^:\n]+)(?::.*)?$/;
const PAGE = /\[(?<text>[^\]]+)\]\((?<file>[a-z-]+\/[a-z-]+)\.md\)/g;

/** Returns the sidebar: the sections of the index of all pages, and the pages that each section links to. */
export function sidebarOf(index) {
  const groups = [];
  for (const line of index.split('\n')) {
    const title = SECTION.exec(line)?.groups.title;
    if (title !== undefined) groups.push({ text: title, collapsed: false, items: [] });
    for (const { groups: page } of line.matchAll(PAGE))
      groups.at(-1)?.items.push({ text: withoutCode(page.text), link: `/${page.file}` });
  }
  return groups.filter(({ items }) => items.length > 0);
}

function withoutCode(text) {
  return text.replaceAll('`', '');
}
