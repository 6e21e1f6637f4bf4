import { expect } from 'chai';
import { hostKind } from '../../../../../src/clients/http/addresses/host-kind.ts';
import type { AddressKind } from '../../../../../src/clients/http/addresses/address-kind.ts';

const HOSTS: Readonly<Record<Exclude<AddressKind, 'reserved'>, readonly string[]>> = {
  public: ['r.test', 'localhost.evil.test', '10.evil.test', 'svc.evil.test', '8.8.8.8', '[2606:4700::1111]'],
  private: [
    'kubernetes.default.svc',
    'r.team.svc.cluster.local',
    'registry',
    'r.local',
    'r.corp.internal',
    '10.1.2.3',
    '0x0a000001',
    '012.0.0.1',
    'kubernetes.default.svc.',
  ],
  loopback: [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::]',
    '[::ffff:7f00:1]',
  ],
  'link-local': ['169.254.169.254', '2852039166', '0xa9fea9fe', '[fe80::1]', '[::ffff:169.254.169.254]'],
  metadata: ['metadata.google.internal', 'Metadata.Google.Internal.', 'metadata', '[fd00:ec2::254]', '100.100.100.200'],
};

describe('the kind of the host of a URL', () => {
  for (const [kind, hosts] of Object.entries(HOSTS)) {
    for (const host of hosts)
      it(`${host} is ${kind}`, () => expect(hostKind(new URL(`https://${host}/`).hostname)).to.equal(kind));
  }
});
