import { expect } from 'chai';
import { identityAnnotations } from '../../../../translators/phases/cloud-identity.ts';

describe('annotations about cloud identities', () => {
  it('exclude containers of a workload that runs as the account of the Build', () => {
    expect(identityAnnotations('build', ['detect', 'build'])).to.deep.equal({
      'eks.amazonaws.com/skip-containers': 'detect,build',
      'azure.workload.identity/skip-containers': 'detect;build',
    });
  });

  it('are not needed if the workload runs as the isolated account', () => {
    expect(identityAnnotations('isolated', ['detect', 'build'])).to.deep.equal({});
  });
});
