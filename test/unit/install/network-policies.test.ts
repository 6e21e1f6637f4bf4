import { expect } from 'chai';
import { BlockList } from 'node:net';
import { installed } from '../../support/manifests.ts';

interface Policy {
  readonly metadata: { readonly namespace?: string };
  readonly spec: {
    readonly podSelector: object;
    readonly policyTypes: readonly string[];
    readonly ingress: readonly object[];
    readonly egress: readonly {
      readonly to?: readonly { readonly ipBlock: { readonly except: readonly string[] } }[];
    }[];
  };
}

function policyOf(file: string): Policy {
  return installed(`overlays/network-policies/${file}`)[0] as unknown as Policy;
}

describe('the network policies', () => {
  for (const file of ['controller.yaml', 'builds.yaml']) {
    it(`allow no metadata service except DNS at its address: ${file}`, () => {
      const { policyTypes, egress } = policyOf(file).spec;
      const refused = new BlockList();
      for (const except of egress.flatMap(({ to = [] }) => to).flatMap(({ ipBlock }) => ipBlock.except)) {
        const [address = '', bits] = except.split('/');
        refused.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
      }
      expect(policyTypes).to.deep.equal(['Ingress', 'Egress']);
      for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16'])
        expect(refused.check(address, 'ipv4'), address).to.equal(true);
      for (const address of ['fd00:ec2::254', 'fd20:ce::254', 'fe80::a9fe:a9fe'])
        expect(refused.check(address, 'ipv6'), address).to.equal(true);
    });
  }

  it("select the controller's Pods, and the Builds' Pods of any namespace", () => {
    const [, deployment] = installed('500-controller.yaml');
    const { podSelector } = policyOf('controller.yaml').spec;
    expect(deployment).to.have.nested.property('spec.selector').that.deep.equals(podSelector);
    expect(policyOf('builds.yaml').spec.podSelector).to.deep.equal({
      matchExpressions: [{ key: 'kpack.io/build', operator: 'Exists' }],
    });
    expect(policyOf('builds.yaml').metadata).to.not.have.property('namespace');
    expect(policyOf('builds.yaml').spec.ingress).to.deep.equal([]);
  });
});
