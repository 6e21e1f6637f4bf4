import { expect } from 'chai';
import { diagnose } from '../../../../src/insight/doctor/diagnose.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../support/authorities.ts';
import { type Changes, expectOnly, type Fault } from './fault.ts';
import { read, someFacts } from './some-facts.ts';

function network(data: JsonObject, label = 'true', name = 'network'): JsonObject {
  return { metadata: { name, namespace: 'team', labels: { 'taskpack.dev/network': label } }, data };
}

function networks(...ofNamespace: readonly JsonObject[]): Changes {
  return { networks: { ofNamespace: read(ofNamespace) } };
}

/** The authority of the tests is valid for a hundred years. */
const AFTER_ITS_END = clocksAt(Date.parse('2127-01-01T00:00:00Z'));
const BEFORE_ITS_END = clocksAt(Date.parse('2126-10-20T00:00:00Z'));

function clocksAt(nowMs: number): Changes {
  return { clocks: { server: read({ sentMs: nowMs, receivedMs: nowMs, atMs: nowMs }), nodeLeases: read([]), nowMs } };
}

const FAULTS: readonly Fault[] = [
  [
    'certificates that are none',
    networks(network({ 'ca.crt': 'none' })),
    'network',
    'error',
    /^Builds cannot start: ConfigMap team\/network, key ca\.crt: holds no PEM certificate: add a block -----BEGIN CERTIFICATE-----\.$/,
  ],
  [
    'the URL of a proxy with a login, without its password',
    networks(network({ HTTPS_PROXY: 'http://user:secret@proxy:3128' })),
    'network',
    'error',
    /key HTTPS_PROXY: the URL contains a login(?!.*secret)/,
  ],
  [
    'two ConfigMaps that contradict each other',
    networks(
      network({ HTTP_PROXY: 'http://one:3128' }, 'true', 'one'),
      network({ HTTP_PROXY: 'http://two:3128' }, 'true', 'two'),
    ),
    'network',
    'error',
    /ConfigMap team\/two, key HTTP_PROXY: the value differs from that of ConfigMap team\/one/,
  ],
  [
    'a ConfigMap of the controller that cannot be used',
    { networks: { ofController: read([network({ proxy: 'http://proxy:3128' })]) } },
    'network',
    'error',
    /key proxy: this key is not known/,
  ],
  [
    'a label with another value',
    networks(network({ 'ca.crt': CORPORATE_CA }, 'yes')),
    'network',
    'warning',
    /^The ConfigMap team\/network is not used: the value of its label taskpack\.dev\/network is not "true"\.$/,
  ],
  ['a ConfigMap without keys', networks(network({})), 'network', 'warning', /has no effect/],
  [
    'an expired certificate',
    { ...networks(network({ 'ca.crt': CORPORATE_CA })), ...AFTER_ITS_END },
    'network',
    'warning',
    /^ConfigMap team\/network, key ca\.crt: these authorities have expired, so their servers are not trusted: CN=Example corporate CA \(2126-11-02\)\.$/,
  ],
  [
    'that nodes need the certificates too',
    networks(network({ 'ca.crt': CORPORATE_CA })),
    'network',
    'note',
    /^Nodes do not use the certificates/,
  ],
  [
    'a proxy that only Builds use',
    networks(network({ HTTPS_PROXY: 'http://proxy:3128' })),
    'network',
    'note',
    /^Only Builds use HTTPS_PROXY of namespace team; the controller does not\.$/,
  ],
];

describe("taskpack doctor's check of networks", () => {
  for (const fault of FAULTS) {
    it(`finds ${fault[0]}, and nothing else`, () => expectOnly(fault));
  }

  it('says which authorities and proxies Builds use, and which certificates expire soon', () => {
    const proxies = network({ HTTP_PROXY: '', NO_PROXY: '.svc' }, 'true', 'proxies');
    const changes = {
      networks: {
        ofController: read([network({ 'ca.pem': TEAM_CA, HTTP_PROXY: 'http://proxy:3128' })]),
        ofNamespace: read([network({ 'ca.crt': CORPORATE_CA }), proxies]),
      },
      ...BEFORE_ITS_END,
    };
    const findings = diagnose(someFacts(changes)).filter(({ check }) => check === 'network');
    const messages = findings.map(({ message }) => message).join('\n');
    expect(messages).to.include(
      'Builds of namespace team trust the well-known authorities and 2 others, and use NO_PROXY.',
    );
    expect(messages).to.include(
      'Builds of namespace team do not use the HTTP_PROXY of the cluster; the controller does.',
    );
    expect(messages).to.include('authorities expire in less than 30 days: CN=Example corporate CA (2126-11-02)');
  });
});
