import { expect } from 'chai';
import { cloudRegistryOf } from '../../../../src/core/model/cloud-registry.ts';

describe('the registry of a cloud', () => {
  it('is one that gives logins to identities', () => {
    expect(cloudRegistryOf('111122223333.dkr.ecr.cn-north-1.amazonaws.com.cn')).to.deep.equal({
      kind: 'ecr',
      region: 'cn-north-1',
      domain: 'amazonaws.com.cn',
    });
    expect(cloudRegistryOf('shop.azurecr.io')?.kind).to.equal('acr');
    for (const host of ['gcr.io', 'eu.gcr.io', 'europe-west3-docker.pkg.dev']) {
      expect(cloudRegistryOf(host), host).to.deep.equal({ kind: 'google' });
    }
  });

  for (const host of [
    'index.docker.io',
    'public.ecr.aws',
    '111122223333.dkr.ecr.eu-central-1.amazonaws.com.example.com',
    'dkr.ecr.eu-central-1.amazonaws.com',
    'shop.azurecr.io.example.com',
    'shop.azurecr.io:8443',
    'docker.pkg.dev.example.com',
    'evilgcr.io',
    '',
  ]) {
    it(`is not ${JSON.stringify(host)}`, () => {
      expect(cloudRegistryOf(host)).to.equal(undefined);
    });
  }
});
