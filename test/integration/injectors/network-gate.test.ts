import { expect } from 'chai';
import { NETWORK_GATE } from '../../cluster/injectors/network-gate.ts';
import { jsonPatch } from '../../cluster/injectors/json-patch.ts';

describe('the network gate', () => {
  const pod = { metadata: {}, spec: { initContainers: [{ name: 'first', image: 'app' }], containers: [] } };
  const patch = jsonPatch(pod, NETWORK_GATE.additions({ proxy: 'proxy:1', init: 'init:1' }));

  it('closes before the first init container and opens with the proxy', () => {
    const [gate, proxy] = ['/spec/initContainers/0', '/spec/containers/-'].map(
      (path) => patch.find((operation) => operation.path === path)?.value,
    );
    const securityContext = {
      runAsUser: 0,
      runAsGroup: 0,
      runAsNonRoot: false,
      capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
    };
    expect(gate).to.deep.include({
      image: 'init:1',
      args: ['sh', '-c', 'ip rule add pref 100 type unreachable'],
      securityContext,
    });
    expect(proxy).to.deep.include({ image: 'proxy:1', securityContext });
    expect(proxy)
      .to.have.nested.property('args[2]')
      .that.matches(
        /^trap 'exit 0' TERM; sleep 3; ip rule del pref 100 type unreachable; .*; touch \S+\/ready; until test -f \S+\/stopped;/,
      );
  });
});
