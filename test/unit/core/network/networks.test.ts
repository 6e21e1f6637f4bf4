import { expect } from 'chai';
import { NO_NETWORK, type NetworkReading } from '../../../../src/core/model/build-network.ts';
import { makeNetworks } from '../../../../src/core/network/networks.ts';

const INSTALLATION: NetworkReading = {
  network: { certificates: 'corporate', proxies: { HTTP_PROXY: 'http://p', NO_PROXY: '.svc' } },
  problems: ['of all'],
};
const TEAM: NetworkReading = {
  network: { certificates: 'team', proxies: { HTTP_PROXY: 'http://own', NO_PROXY: '' } },
  problems: ['of the team'],
};

describe('the networks of a cluster', () => {
  const networks = makeNetworks('taskpack', (namespace) => {
    switch (namespace) {
      case 'taskpack':
        return INSTALLATION;
      case 'other':
        return NO_NETWORK;
      default:
        return TEAM;
    }
  });

  it('add what a namespace says to what the installation says, for Builds', () => {
    expect(networks.ofBuilds('taskpack')).to.deep.equal(INSTALLATION);
    expect(networks.ofBuilds('other')).to.deep.equal(INSTALLATION);
    expect(networks.ofBuilds('team')).to.deep.equal({
      network: { certificates: 'corporateteam', proxies: { HTTP_PROXY: 'http://own', NO_PROXY: '' } },
      problems: ['of all', 'of the team'],
    });
  });

  it('leave out certificates of a namespace that do not fit beside those of the installation', () => {
    const large = makeNetworks('taskpack', (namespace) => half(namespace === 'taskpack' ? 'a' : 'b'));
    expect(large.ofBuilds('team')).to.deep.equal({
      network: { certificates: 'a'.repeat(600_000), proxies: { HTTP_PROXY: 'b' } },
      problems: [
        'the certificates of namespace team and of the installation together take 1200000 bytes, and 1000000 is the limit: remove some',
      ],
    });
  });

  it('add only certificates for the controller, because tenants write the ConfigMaps', () => {
    expect(networks.ofController(undefined)).to.equal(INSTALLATION.network);
    expect(networks.ofController('other')).to.equal(INSTALLATION.network);
    expect(networks.ofController('team')).to.deep.equal({
      certificates: 'corporateteam',
      proxies: INSTALLATION.network.proxies,
    });
  });

  it('keep one network for a namespace that changes its certificates again and again', () => {
    let own: NetworkReading = TEAM;
    const changing = makeNetworks('taskpack', (namespace) => (namespace === 'taskpack' ? INSTALLATION : own));
    const before = changing.ofController('team');
    own = { network: { certificates: 'other', proxies: {} }, problems: [] };
    expect(changing.ofController('team')).to.deep.include({ certificates: 'corporateother' });
    own = { network: { certificates: 'team', proxies: {} }, problems: [] };
    const again = changing.ofController('team');
    expect(again).to.deep.equal(before);
    // The first one is not kept.
    expect(again).not.to.equal(before);
  });

  it('are the same object if they are equal, so that connections are shared', () => {
    expect(networks.ofController('team')).to.equal(networks.ofController('second'));
  });
});

/** More than half of the certificates that fit into a ConfigMap. */
function half(letter: string): NetworkReading {
  return { network: { certificates: letter.repeat(600_000), proxies: { HTTP_PROXY: letter } }, problems: [] };
}
