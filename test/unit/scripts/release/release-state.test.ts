import { expect } from 'chai';
import { stateProblems, versionProblems, type ReleaseState } from '../../../../scripts/release/release-state.mjs';

const RELEASED: ReleaseState = {
  packageVersion: '1.2.3',
  programVersion: '1.2.3',
  isReleased: true,
  changelog: '# Changelog\n\n## 1.2.3\n\n## 1.2.2\n',
  commit: 'c'.repeat(40),
  tags: ['latest', 'v1.2.3'],
  changes: [],
};

function ofVersion(version: string, state: Partial<ReleaseState> = {}): readonly string[] {
  return versionProblems(version, { ...RELEASED, ...state });
}

function ofState(state: Partial<ReleaseState>): readonly string[] {
  return stateProblems('1.2.3', { ...RELEASED, ...state });
}

describe('the version of a release', () => {
  it('is the version of package.json and of the program', () => {
    expect(ofVersion('1.2.3')).to.deep.equal([]);
  });

  for (const version of ['1.2', 'v1.2.3', '01.2.3', '1.2.3+build', 'latest', '']) {
    it(`is refused as "${version}"`, () => {
      expect(ofVersion(version)).to.have.length(1).and.property('0').include(`${version} is not a version: use`);
    });
  }

  it('is refused if package.json has another one', () => {
    expect(ofVersion('1.2.4')).to.deep.equal([
      'package.json has the version 1.2.3, not 1.2.4: run "npm version --no-git-tag-version 1.2.4" and "npm run generate", and commit',
    ]);
  });

  it('is refused if the program has another one', () => {
    expect(ofVersion('1.2.3', { programVersion: '1.2.2' })).to.deep.equal([
      'src/core/settings/version.ts has the version 1.2.2, not 1.2.3: run "npm run generate", and commit',
    ]);
  });
});

describe('the commit of a release', () => {
  it('has the tag of the version, its section of the changelog, and no changes', () => {
    expect(ofState({})).to.deep.equal([]);
  });

  for (const [title, state, problem] of [
    ['no tag of the version', { tags: ['v1.2.2'] }, 'the commit has no tag v1.2.3: run "git tag v1.2.3"'],
    [
      'no section of the changelog',
      { changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.30\n' },
      'CHANGELOG.md has no section "## 1.2.3": rename the section "## Unreleased"',
    ],
    [
      'changes',
      { changes: [' M a.ts', '?? b.ts', 'D  c.ts', ' M d.ts'] },
      'the work tree differs from its commit (a.ts, b.ts, c.ts and 1 more): commit or remove the changes',
    ],
    [
      'a program that reports that no registry has its images',
      { isReleased: false },
      'IS_RELEASED in src/cli/default-images.ts is false: set it to true, because commands otherwise warn that no registry has the images',
    ],
  ] as const) {
    it(`is refused with ${title}`, () => {
      expect(ofState(state)).to.deep.equal([problem]);
    });
  }
});
