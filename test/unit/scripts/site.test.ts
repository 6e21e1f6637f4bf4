import { expect } from 'chai';
import { sidebarOf } from '../../../scripts/site/sidebar.mjs';
import { versionLinks } from '../../../scripts/site/versions.mjs';

const INDEX = `# Documentation

[Not in a section](how-to/none.md)

## Tutorials: learn by doing

- [Translate your first Build](tutorials/first-build.md): from a file to a TaskRun

## Nothing here

## Reference: look it up

- [The \`doctor\`](reference/doctor.md) and [alerts](reference/alerts.md#all), [elsewhere](../README.md)
`;

describe('the sidebar of the site', () => {
  it('has the sections of the index, and the pages that each section lists', () => {
    expect(sidebarOf(INDEX)).to.deep.equal([
      {
        text: 'Tutorials',
        collapsed: false,
        items: [{ text: 'Translate your first Build', link: '/tutorials/first-build' }],
      },
      {
        text: 'Reference',
        collapsed: false,
        items: [{ text: 'The doctor', link: '/reference/doctor' }],
      },
    ]);
  });
});

describe('the menu of versions of the site', () => {
  for (const version of ['main', 'v2.0.0'])
    it(`leads from ${version} to each version`, () => {
      expect(linksOf(version)).to.deep.equal(['/docs/', '/docs/v2.0.0/', '/docs/v1.0.0/']);
    });
});

/** Returns where the menu leads from the home page of a version. */
function linksOf(version: string): readonly string[] {
  const base = version === 'main' ? '/docs/' : `/docs/${version}/`;
  const links = versionLinks(version, ['main', 'v2.0.0', 'v1.0.0']);
  // VitePress puts the base before each link.
  return links.map(({ link }) => new URL(`${base}${link.slice(1)}`, 'http://host').pathname);
}
