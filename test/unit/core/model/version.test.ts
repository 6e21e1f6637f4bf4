import { expect } from 'chai';
import { isOlderVersion, minorVersion, versionNumbers } from '../../../../src/core/model/version.ts';

describe('versions', () => {
  it('are compared by their numbers', () => {
    expect(isOlderVersion('v0.100.0', '0.54.0')).to.equal(false);
    expect(isOlderVersion('v0.53.9', '0.54.0')).to.equal(true);
    expect(isOlderVersion('v1.30.0-rc.1', '1.30.0')).to.equal(false);
    for (const unknown of ['devel', '', undefined]) expect(isOlderVersion(unknown, '0.54.0')).to.equal(false);
  });

  it('have a minor version', () => {
    expect(['1.30.0', '1.30'].map(minorVersion)).to.deep.equal(['1.30', '1.30']);
  });

  it('may lack the last number, and have a prerelease or a build', () => {
    expect(['v1.15.0', '1.15', 'v1.35.4+k3s1', '1.30.4-eks-1a2b'].map(versionNumbers)).to.deep.equal([
      '1.15.0',
      '1.15.0',
      '1.35.4',
      '1.30.4',
    ]);
    for (const other of ['1', '1.2.3.4', '1.2.3x', 'v20250301-0f0f', ' 1.2', '1.2.'])
      expect(versionNumbers(other), other).to.equal(undefined);
  });
});
