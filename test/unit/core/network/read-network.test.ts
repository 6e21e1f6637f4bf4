import { expect } from 'chai';
import type { BuildNetwork } from '../../../../src/core/model/build-network.ts';
import { networkConfigMap, type NetworkConfigMap } from '../../../../src/core/network/network-config-map.ts';
import { readNetwork } from '../../../../src/core/network/read-network.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../support/authorities.ts';

type Data = Readonly<Record<string, string>>;

const configMap = (data: Data, name = 'own'): NetworkConfigMap => ({ namespace: 'team', name, data });

const USABLE: readonly (readonly [string, readonly NetworkConfigMap[], BuildNetwork])[] = [
  ['no ConfigMap', [], { proxies: {} }],
  ['a ConfigMap of trust-manager', [configMap({ 'trust-bundle.pem': CORPORATE_CA })], ofCertificates(CORPORATE_CA)],
  ['a ConfigMap of OpenShift', [configMap({ 'ca-bundle.crt': CORPORATE_CA })], ofCertificates(CORPORATE_CA)],
  [
    'comments',
    [configMap({ 'ca.crt': `# ours\r\n${CORPORATE_CA.replaceAll('\n', '\r\n')}` })],
    ofCertificates(CORPORATE_CA),
  ],
  ['several certificates', [configMap({ 'ca.crt': TEAM_CA + CORPORATE_CA })], ofCertificates(TEAM_CA + CORPORATE_CA)],
  ['the same one twice', [configMap({ 'a.crt': TEAM_CA, 'b.pem': TEAM_CA + TEAM_CA })], ofCertificates(TEAM_CA)],
  [
    'several ConfigMaps, by name',
    [configMap({ 'ca.crt': TEAM_CA }, 'b'), configMap({ 'ca.crt': CORPORATE_CA }, 'a')],
    ofCertificates(CORPORATE_CA + TEAM_CA),
  ],
  [
    'proxies',
    [
      configMap({
        HTTP_PROXY: 'proxy:3128',
        HTTPS_PROXY: ' http://proxy:3128\n',
        NO_PROXY: '.svc, 10.0.0.0/8,[::1]:80',
      }),
    ],
    { proxies: { HTTP_PROXY: 'proxy:3128', HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.svc, 10.0.0.0/8,[::1]:80' } },
  ],
  ['a proxy that is turned off', [configMap({ HTTP_PROXY: '' })], { proxies: { HTTP_PROXY: '' } }],
  [
    'equal proxies in two ConfigMaps',
    [configMap({ HTTP_PROXY: 'http://p' }, 'a'), configMap({ HTTP_PROXY: 'http://p' }, 'b')],
    { proxies: { HTTP_PROXY: 'http://p' } },
  ],
];

const UNUSABLE: readonly (readonly [string, Data, RegExp])[] = [
  ['no certificate', { 'ca.crt': 'x' }, /^ConfigMap team\/own, key ca\.crt: holds no PEM certificate/],
  ['an empty bundle', { 'ca.crt': '' }, /holds no PEM certificate/],
  ['a broken certificate', { 'ca.crt': `${TEAM_CA}${TEAM_CA.replace('MIIB', 'AAAA')}` }, /block 2 is not a valid/],
  ['a certificate without an end', { 'ca.crt': TEAM_CA + TEAM_CA.slice(0, 100) }, /a PEM block has no end/],
  [
    'a key',
    { 'ca.crt': `${TEAM_CA}${TEAM_CA.replaceAll('CERTIFICATE', 'EC PRIVATE KEY')}` },
    /a PEM block EC PRIVATE KEY/,
  ],
  [
    'a proxy of another protocol',
    { HTTPS_PROXY: 'socks5://p' },
    /^ConfigMap team\/own, key HTTPS_PROXY: expected the URL/,
  ],
  ['a proxy with white space', { HTTP_PROXY: 'http://p p' }, /expected the URL/],
  ['a proxy with a variable', { HTTP_PROXY: 'http://p/$(HOME)' }, /expected the URL/],
  ['exceptions with a variable', { NO_PROXY: '$(HOME)' }, /key NO_PROXY: expected hosts/],
  ['another key', { http_proxy: 'http://p' }, /key http_proxy: this key is not known: use HTTP_PROXY/],
];

describe('the network of a namespace', () => {
  for (const [what, configMaps, network] of USABLE) {
    it(`can be ${what}`, () => {
      expect(readNetwork(configMaps)).to.deep.include({ network, problems: [] });
    });
  }

  for (const [what, data, problem] of UNUSABLE) {
    it(`leaves out ${what}, and says so`, () => {
      const { network, problems } = readNetwork([configMap(data)]);
      expect(network).to.deep.equal({ proxies: {} });
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });
  }

  it('quotes no login of a proxy', () => {
    for (const url of ['http://me:hunter22@p', 'me@p', 'http://:hunter22@p', 'http://me:hunter22@p p']) {
      const { network, problems } = readNetwork([configMap({ HTTP_PROXY: url })]);
      expect(network.proxies).to.deep.equal({});
      expect(problems).to.have.length(1);
      expect(problems.join()).to.not.match(/hunter22|me@/);
    }
  });

  it('names both ConfigMaps if their proxies differ', () => {
    const { problems } = readNetwork([configMap({ NO_PROXY: 'a' }, 'one'), configMap({ NO_PROXY: 'b' }, 'two')]);
    expect(problems).to.deep.equal([
      'ConfigMap team/two, key NO_PROXY: the value differs from that of ConfigMap team/one, key NO_PROXY: remove one',
    ]);
  });

  it('does not parse more content than the certificates of a Build can have, even if it repeats one certificate', () => {
    const copies = Array.from({ length: 50 }, (_, index) =>
      configMap({ 'ca.crt': TEAM_CA.repeat(1_000_000 / TEAM_CA.length) }, `copy-${index}`),
    );
    const { network, problems } = readNetwork(copies);
    expect(network).to.deep.equal({ proxies: {} });
    expect(problems).to.have.length(1);
    expect(problems[0]).to.match(/ and 49 more: the content takes \d{8} bytes, and 1000000 is the limit/);
  });

  it('does not parse more than 500 different certificates', () => {
    const { network, problems } = readNetwork([
      configMap({ 'ca.crt': differentCertificates(300) }),
      configMap({ 'a.pem': differentCertificates(501) }, 'two'),
    ]);
    expect(network).to.deep.equal({ proxies: {} });
    expect(problems).to.deep.equal([
      'ConfigMap team/two, key a.pem and 1 more: the content has 501 certificates, and 500 is the limit: remove some certificates',
    ]);
    expect(readNetwork([configMap({ 'ca.crt': differentCertificates(500) })]).problems).to.deep.equal([]);
  });

  it('does not look at more than 1,000 keys', () => {
    const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`${index}.crt`, '']));
    const one = networkConfigMap({ metadata: { namespace: 'team', name: 'own' }, data });
    expect(Object.keys(one.data)).to.have.length(1_001);
    expect(readNetwork([one]).problems).to.deep.equal([
      'ConfigMaps of namespace team: they have more than 1000 keys: remove some',
    ]);
  });

  it('says which ConfigMap has which problem', () => {
    const good = configMap({ 'ca.crt': TEAM_CA }, 'good');
    const { problems, problemsOf } = readNetwork([good, configMap({ 'a.crt': 'x', 'b.crt': 'x' }, 'bad')]);
    expect([...problemsOf]).to.deep.equal([['bad', problems]]);
    expect(problems).to.have.length(2);
  });

  it('leaves out certificates that no ConfigMap of a Build can hold', () => {
    const many = Array.from(
      { length: 1_600 },
      (_, index) => `${TEAM_CA.slice(0, -27)}${' '.repeat(index)}${TEAM_CA.slice(-27)}`,
    );
    const { network, problems } = readNetwork([configMap({ 'ca.crt': many.join('') })]);
    expect(network).to.deep.equal({ proxies: {} });
    expect(problems.join()).to.match(/^ConfigMap team\/own, key ca\.crt: the content takes \d{7} bytes/);
  });
});

function ofCertificates(certificates: string): BuildNetwork {
  return { certificates, proxies: {} };
}

function differentCertificates(count: number): string {
  return Array.from({ length: count }, (_, index) => TEAM_CA.replace('\n', `${' '.repeat(index)}\n`)).join('');
}
