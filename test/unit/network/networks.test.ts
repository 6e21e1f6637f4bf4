import { expect } from 'chai';
import { NO_NETWORK, type NetworkReading } from '../../../src/model/build-network.ts';
import { makeNetworks } from '../../../src/network/networks.ts';

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

  it('add only certificates for the controller, because tenants write the ConfigMaps', () => {
    expect(networks.ofController(undefined)).to.equal(INSTALLATION.network);
    expect(networks.ofController('other')).to.equal(INSTALLATION.network);
    expect(networks.ofController('team')).to.deep.equal({
      certificates: 'corporateteam',
      proxies: INSTALLATION.network.proxies,
    });
  });

  it('are the same object if they are equal, so that connections are shared', () => {
    expect(networks.ofController('team')).to.equal(networks.ofController('second'));
  });
});
