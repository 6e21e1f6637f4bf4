import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { MAX_PACKAGES, packageChanges, packagesOf, type PackageView } from '../../../../src/insight/views/packages.ts';

const LEFT_PAD = { name: 'left-pad', version: '1.3.0', buildpack: 'a/node' };
const PURL = 'pkg:npm/left-pad';

describe('the packages of a software bill of materials', () => {
  const documents: readonly (readonly [what: string, document: JsonObject, expected: readonly PackageView[]])[] = [
    ['CycloneDX', { components: [{ name: 'left-pad', version: '1.3.0' }, {}] }, [LEFT_PAD]],
    ['Syft', { artifacts: [{ name: 'left-pad', version: '1.3.0' }] }, [LEFT_PAD]],
    ['SPDX', { packages: [{ name: 'left-pad', versionInfo: '1.3.0' }] }, [LEFT_PAD]],
    [
      'CycloneDX with a package URL',
      { components: [{ name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0?vcs_url=git@x#dist' }] },
      [{ ...LEFT_PAD, purl: PURL }],
    ],
    [
      'SPDX with a package URL of a scope',
      {
        packages: [
          {
            name: 'left-pad',
            versionInfo: '1.3.0',
            externalRefs: [
              { referenceType: 'cpe23Type', referenceLocator: 'cpe:2.3:x' },
              { referenceType: 'purl', referenceLocator: 'pkg:npm/@a/left-pad@1.3.0' },
            ],
          },
        ],
      },
      [{ ...LEFT_PAD, purl: 'pkg:npm/@a/left-pad' }],
    ],
    ['another document', { components: 'none', artifacts: [7], packages: [{ name: 7 }] }, []],
  ];
  for (const [what, document, expected] of documents) {
    it(`are read from ${what}`, () => expect(packagesOf(document, 'a/node')).to.deep.equal(expected));
  }

  it('are at most one more than the limit, so that a caller notices the limit', () => {
    const components = Array.from({ length: MAX_PACKAGES + 5 }, () => ({ name: 'x' }));
    expect(packagesOf({ components }, 'a/node')).to.have.length(MAX_PACKAGES + 1);
  });
});

/** Packages as `NAME VERSION`, or `PURL NAME VERSION`. */
function packages(...texts: readonly string[]): readonly PackageView[] {
  return texts.map((text) => {
    const words = text.split(' ');
    const [name = '', version] = words.slice(-2);
    const purl = words.length > 2 ? words[0] : undefined;
    return { name, ...(version !== undefined && { version }), ...(purl !== undefined && { purl }), buildpack: 'a/b' };
  });
}

describe('the changes of packages', () => {
  const cases: readonly (readonly [
    what: string,
    old: readonly PackageView[],
    now: readonly PackageView[],
    changes: readonly string[],
  ])[] = [
    ['equal packages', packages('a 1', 'b 1', 'a 1'), packages('b 1', 'a 1'), []],
    [
      'a package that is added, one removed and one updated',
      packages('gone 1', 'left-pad 1.3.0', 'same 1'),
      packages('same 1', 'left-pad 1.3.1', 'fresh 2'),
      ['added fresh:  → 2', 'removed gone: 1 → ', 'updated left-pad: 1.3.0 → 1.3.1'],
    ],
    ['one of several versions', packages('a 1', 'a 2'), packages('a 2', 'a 3', 'a 4'), ['updated a: 1 → 3,4']],
    ['another version of a package', packages('a 1'), packages('a 1', 'a 2'), ['added a:  → 2']],
    [
      'packages of one name in two ecosystems',
      packages('pkg:deb/curl curl 7', 'pkg:npm/curl curl 1'),
      packages('pkg:deb/curl curl 8', 'pkg:npm/curl curl 1'),
      ['updated curl: 7 → 8'],
    ],
    ['a package without a version', [], [{ name: 'a', buildpack: 'a/b' }], ['added a:  → ']],
  ];
  for (const [what, old, now, expected] of cases) {
    it(`are found for ${what}`, () => {
      const texts = packageChanges(old, now).map(
        (each) => `${each.change} ${each.name}: ${each.old.join()} → ${each.new.join()}`,
      );
      expect(texts).to.deep.equal(expected);
    });
  }

  it('name each buildpack that lists the package once', () => {
    const [change] = packageChanges(
      [{ name: 'a', version: '1', buildpack: 'x/old' }],
      ['x/new', 'x/new', 'x/old'].map((buildpack) => ({ name: 'a', version: '2', buildpack })),
    );
    expect(change?.buildpacks).to.deep.equal(['x/new', 'x/old']);
  });
});
