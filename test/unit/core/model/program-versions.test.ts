import { expect } from 'chai';
import { modulePath, PROGRAM_VERSIONS, testedVersions } from '../../../../src/core/model/program-versions.ts';
import { isOlderVersion } from '../../../../src/core/model/version.ts';

describe('the versions of a program', () => {
  it('are ordered by number', () => {
    expect(testedVersions({ tested: '1.9.0', alsoTested: ['1.10.0', '0.44.0'] })).to.deep.equal([
      '0.44.0',
      '1.9.0',
      '1.10.0',
    ]);
    expect(testedVersions({ tested: '1.9.0' })).to.deep.equal(['1.9.0']);
  });

  it('are in a Go module for each major version from 2 on', () => {
    const module = 'example.com/a';
    const paths = ['0.9.0', '1.0.0', '2.5.3', '10.0.0'].map((version) => modulePath({ module }, version));
    expect(paths).to.deep.equal(['example.com/a', 'example.com/a', 'example.com/a/v2', 'example.com/a/v10']);
  });

  for (const [name, program] of Object.entries(PROGRAM_VERSIONS)) {
    it(`are between the oldest and the newest of ${name}`, () => {
      const versions = testedVersions<string>(program);
      const oldest = 'oldest' in program ? program.oldest : '0.0.0';
      for (const version of versions) {
        expect(isOlderVersion(version, oldest), version).to.equal(false);
        expect(isOlderVersion(program.newest, version), version).to.equal(false);
      }
      expect(new Set(versions)).to.have.property('size', versions.length);
      expect(program.checked).to.match(/^\d{4}-\d\d-\d\d$/);
    });
  }
});
