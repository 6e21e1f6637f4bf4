import { expect } from 'chai';
import { matchingKeys } from '../../../../../../src/clients/registry/client/credentials/credential-pattern.ts';
import {
  parseDockercfg,
  parseDockerConfig,
  secretDockerConfig,
} from '../../../../../../src/clients/registry/client/credentials/docker-config.ts';
import {
  dockerConfigKeychain,
  authsKeychain,
  multiKeychain,
} from '../../../../../../src/clients/registry/client/credentials/keychain.ts';
import { rejection } from '../../../../../integration/registry/rejection.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const entry = (text: string): { readonly auth: string } => ({ auth: base64(text) });
const password = (username: string, secret: string): object => ({ kind: 'password', username, password: secret });

describe('keys of docker configs', () => {
  /** Keys, an image, and the matching keys, the best first; from the kubelet's own tests and rules. */
  const table: readonly (readonly [readonly string[], string, readonly string[]])[] = [
    [['r.test'], 'r.test/a', ['r.test']],
    [['https://r.test'], 'r.test/a', ['https://r.test']],
    [['http://r.test/v1/'], 'r.test/a', ['http://r.test/v1/']],
    [['https://r.test/v2/a'], 'r.test/a', ['https://r.test/v2/a']],
    [['other.test'], 'r.test/a', []],
    [['r.test/a'], 'r.test/b', []],
    [['r.test', 'r.test/a', 'r.test/a/b'], 'r.test/a/b/c', ['r.test/a/b', 'r.test/a', 'r.test']],
    [['r.test/a'], 'r.test/abc', ['r.test/a']],
    [['*.test'], 'r.test/a', ['*.test']],
    [['*.test', 'r.test'], 'r.test/a', ['r.test', '*.test']],
    [['*.test'], 'a.r.test/x', []],
    [['*'], 'r.test/x', []],
    [['r*t.te?t'], 'regist.test/x', ['r*t.te?t']],
    [['a*b*c.test'], 'axbyc.test/x', ['a*b*c.test']],
    [['a*b*c.test'], 'axyc.test/x', []],
    [['ab*ba.test'], 'aba.test/x', []],
    [['*.test/a'], 'r.test/a/b', ['*.test/a']],
    [['r.test:5000'], 'r.test/a', []],
    [['r.test'], 'r.test:5000/a', []],
    [['*.test:5000'], 'r.test:5000/a', ['*.test:5000']],
    [['localhost:5000'], 'localhost:5000/a', ['localhost:5000']],
    [['https://index.docker.io/v1/'], 'index.docker.io/library/a', ['https://index.docker.io/v1/']],
    [['docker.io'], 'index.docker.io/library/a', ['docker.io']],
    [['docker.io/me'], 'index.docker.io/me/a', ['docker.io/me']],
    [['docker.io.evil.test', 'evil.test'], 'index.docker.io/library/a', []],
  ];
  for (const [keys, image, expected] of table) {
    it(`${keys.join(' and ')} for ${image}: ${expected.join(', ') || 'none'}`, () => {
      expect(matchingKeys(keys, image)).to.deep.equal(expected);
      expect(matchingKeys(keys.toReversed(), image)).to.deep.equal(expected);
    });
  }
});

describe('keychains', () => {
  const at = { registry: 'r.test', repository: 'a' };
  const hub = { registry: 'index.docker.io', repository: 'library/a' };

  const entries: readonly (readonly [object, object | undefined])[] = [
    [entry('me:p:w'), password('me', 'p:w')],
    [entry('me:pw\0\0'), password('me', 'pw')],
    [{ username: 'me', password: 'pw' }, password('me', 'pw')],
    [
      { username: '<token>', password: 'idt' },
      { kind: 'identity-token', token: 'idt' },
    ],
    [entry('<token>:idt'), { kind: 'identity-token', token: 'idt' }],
    [
      { ...entry('me:'), identitytoken: 'idt' },
      { kind: 'identity-token', token: 'idt' },
    ],
    [{ registrytoken: 'rt' }, { kind: 'registry-token', token: 'rt' }],
    [{}, undefined],
  ];
  for (const [value, credential] of entries) {
    it(`read ${JSON.stringify(value)}`, async () => {
      const config = parseDockerConfig(JSON.stringify({ auths: { 'r.test': value } }), 'config.json');
      expect(await authsKeychain([config])(at)).to.deep.equal(credential);
    });
  }

  const broken: readonly (readonly [string, string])[] = [
    ['{"secret', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{"auths":1}', 'its "auths" must be an object of registries and credentials'],
    ['{"auths":{"r.test":1}}', 'its entry for r.test is not an object'],
    [
      '{"auths":{"r.test":{"registrytoken":"secret\\nline"}}}',
      'the "registrytoken" of its entry for r.test has a space or a line break',
    ],
    [
      '{"auths":{"r.test":{"auth":"c2VjcmV0"}}}',
      'the "auth" of its entry for r.test is not base64 of USERNAME:PASSWORD',
    ],
  ];
  for (const [text, reason] of broken) {
    it(`report what is wrong with ${text} without showing a secret`, async () => {
      const error = await rejection((async () => authsKeychain([parseDockerConfig(text, 'config.json')])(at))());
      expect(error).to.include({ code: 'CREDENTIALS', message: `config.json: not a valid docker config: ${reason}` });
      expect(error).not.to.have.property('cause');
    });
  }

  it('ignore an invalid entry while another entry matches', async () => {
    const config = parseDockerConfig('{"auths":{"other.test":1}}', 'config.json');
    expect(await authsKeychain([config])(at)).to.equal(undefined);
  });

  it('merge Secrets of both types; the longest path wins', async () => {
    const data = base64(JSON.stringify({ auths: { 'r.test': entry('one:1') } }));
    const old = base64(JSON.stringify({ 'r.test/a': entry('two:2') }));
    const secrets = [
      { namespace: 'n', name: 'new', type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': data } },
      { namespace: 'n', name: 'old', type: 'kubernetes.io/dockercfg', data: { '.dockercfg': old } },
      { namespace: 'n', name: 'other', type: 'Opaque', data: {} },
    ].flatMap((secret) => secretDockerConfig(secret) ?? []);
    const keychain = authsKeychain(secrets);
    expect(await keychain(at)).to.deep.equal(password('two', '2'));
    expect(await keychain({ ...at, repository: 'b' })).to.deep.equal(password('one', '1'));
  });

  it('name the invalid Secret', () => {
    const secret = { namespace: 'n', name: 's', type: 'kubernetes.io/dockerconfigjson', data: {} };
    expect(() => secretDockerConfig(secret)).to.throw('Secret n/s: not a valid docker config: it is not JSON');
  });

  it('ignore the credential helpers of a Secret', () => {
    const text = base64('{"auths":{},"credsStore":"evil","credHelpers":{"r.test":"evil"}}');
    const secret = {
      namespace: 'n',
      name: 's',
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': text },
    };
    expect(secretDockerConfig(secret)).to.deep.equal({ source: 'Secret n/s', auths: {}, credHelpers: {} });
  });

  it("use the registry's helper, else the default helper, else the entries", async () => {
    const asked: string[] = [];
    const config = parseDockerConfig(
      JSON.stringify({
        auths: { 'r.test': entry('file:1') },
        credHelpers: { 'h.test': 'h' },
        credsStore: 'store',
      }),
      'config.json',
    );
    const keychain = dockerConfigKeychain(config, async (name, server) => {
      asked.push(`${name} ${server}`);
      return name === 'h' ? { kind: 'identity-token', token: 't' } : undefined;
    });
    expect(await keychain({ registry: 'h.test', repository: 'a' })).to.deep.equal({
      kind: 'identity-token',
      token: 't',
    });
    expect(await keychain(at)).to.deep.equal(password('file', '1'));
    expect(await keychain(hub)).to.equal(undefined);
    expect(asked).to.deep.equal(['h h.test', 'store r.test', 'store https://index.docker.io/v1/']);
  });

  it('fall back to the next keychain', async () => {
    const none = authsKeychain([]);
    const some = authsKeychain([parseDockercfg(JSON.stringify({ 'r.test': entry('me:pw') }), '.dockercfg')]);
    expect(await multiKeychain([none, some])(at)).to.deep.equal(password('me', 'pw'));
    expect(await multiKeychain([none, none])(at)).to.equal(undefined);
  });
});
