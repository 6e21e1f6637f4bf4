import { expect } from 'chai';
import { addressKind, type AddressKind } from '../../../../../src/clients/http/addresses/address-kind.ts';

const ADDRESSES: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '169.253.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2003::1',
    'fe00::1',
  ],
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    'fd12::1',
    'fec0::1',
    '::ffff:10.96.0.1',
    '::ffff:a60:1',
    '::10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::',
  ],
  loopback: [
    '127.0.0.1',
    '127.255.255.255',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0.0.0.0',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '0:0:0:0:0:ffff:127.0.0.1',
  ],
  'link-local': [
    '169.254.1.1',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
  ],
  metadata: [
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '::ffff:100.100.100.200',
    '64:ff9b::100.100.100.200',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
  ],
  reserved: ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '2001::1', '64:ff9b:1::7f00:1'],
};

describe('the kind of an address', () => {
  for (const [kind, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses) it(`${address} is ${kind}`, () => expect(addressKind(address)).to.equal(kind));
  }

  it('is an error for a name', () => {
    expect(() => addressKind('localhost')).to.throw('"localhost" is not an IP address');
  });
});
