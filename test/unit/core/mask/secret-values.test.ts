import { expect } from 'chai';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { mountedSecrets, secretValues } from '../../../../src/core/mask/secret-values.ts';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('the values of a Secret', () => {
  it('include its fields and their Authorization header', () => {
    const data = { username: base64('me'), password: base64('hunter22') };
    expect(secretValues({ data })).to.deep.equal(['hunter22', base64('me:hunter22')]);
    expect(secretValues({ stringData: { token: 'abcdef' } })).to.deep.equal(['abcdef']);
  });

  it('include the credentials of a docker config', () => {
    const auth = base64('me:hunter22');
    const config = {
      auths: { 'registry.example': { username: 'me', auth }, 'other.example': { identitytoken: 'abcdef' } },
    };
    const data = { '.dockerconfigjson': base64(JSON.stringify(config)) };
    expect(secretValues({ data })).to.deep.equal([auth, 'hunter22', 'abcdef']);
    const legacy = { '.dockercfg': base64(JSON.stringify({ 'registry.example': { password: 'hunter22' } })) };
    expect(secretValues({ data: legacy })).to.deep.equal(['hunter22']);
  });

  it('include the credentials of services of Cloud Foundry, except short ones', () => {
    const credentials = { uri: 'postgres://me:hunter22@db', port: '5432', tls: { keys: ['first-key', 'second-key'] } };
    const services = JSON.stringify({ 'user-provided': [{ name: 'database-of-shop', credentials }] });
    const values = ['postgres://me:hunter22@db', 'first-key', 'second-key'];
    expect(secretValues({ stringData: { VCAP_SERVICES: services } })).to.deep.equal([services, ...values]);
    const cut = services.slice(0, -1);
    expect(secretValues({ stringData: { VCAP_SERVICES: cut } })).to.deep.equal([cut]);
  });

  it('do not include public fields', () => {
    const data = {
      known_hosts: base64('github.com ssh-rsa AAAA'),
      'cosign.pub': base64('a key'),
      'ca.crt': base64('a CA'),
      type: base64('maven'),
      provider: base64('somebody'),
    };
    expect(secretValues({ data })).to.deep.equal([]);
  });

  it('are empty for empty or invalid data', () => {
    expect(secretValues({})).to.deep.equal([]);
    expect(secretValues({ data: { '.dockerconfigjson': base64('{') } })).to.deep.equal([]);
  });
});

const secret = (secretName: string) => ({ name: `of-${secretName}`, secret: { secretName } });

describe('mountedSecrets', () => {
  it('returns each Secret of the volumes once', () => {
    const volumes = [secret('one'), { name: 'work', emptyDir: {} }, secret('two'), { ...secret('one'), name: 'again' }];
    expect(mountedSecrets(asPod({ spec: { volumes } }).spec)).to.deep.equal(['one', 'two']);
    expect(mountedSecrets(asPod({}).spec)).to.deep.equal([]);
  });
});
