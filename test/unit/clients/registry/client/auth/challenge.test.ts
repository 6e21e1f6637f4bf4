import { expect } from 'chai';
import { readAuthChallenge } from '../../../../../../src/clients/registry/client/auth/challenge.ts';
import { parseChallenges } from '../../../../../../src/clients/registry/client/auth/www-authenticate.ts';

const SUBJECT = { registry: 'r.test', image: 'r.test/a:1' };

function read(header: string | undefined, url = 'https://r.test/v2/'): object | string {
  try {
    const challenge = readAuthChallenge(header, new URL(url), SUBJECT);
    return challenge.kind === 'bearer' ? { ...challenge, realm: challenge.realm.href } : challenge;
  } catch (error) {
    expect(error).to.have.property('code', 'BAD_ANSWER');
    return (error as Error).message;
  }
}

const bearer = (rest: object): object => ({ kind: 'bearer', realm: 'https://auth.test/token', ...rest });

describe('the challenge of a registry', () => {
  const understood: readonly (readonly [string | undefined, object])[] = [
    [undefined, { kind: 'none' }],
    ['', { kind: 'none' }],
    [',,, ,', { kind: 'none' }],
    ['realm="https://auth.test/"', { kind: 'none' }],
    ['Negotiate, Digest realm="x"', { kind: 'none' }],
    ['Basic realm="x"', { kind: 'basic' }],
    ['basic', { kind: 'basic' }],
    ['Bearer realm="http://r.test/token"', { kind: 'bearer', realm: 'https://r.test/token' }],
    ['Bearer realm="https://auth.test/token"', bearer({})],
    [
      'Bearer realm="https://auth.test/token",service="r.test",scope="repository:a:pull,push repository:b:pull"',
      bearer({ service: 'r.test', scope: 'repository:a:pull,push repository:b:pull' }),
    ],
    ['BEARER  Realm = "https://auth.test/token" , SERVICE="a\\"b,c"', bearer({ service: 'a"b,c' })],
    ['Bearer realm="https://auth.test/token",realm="https://evil.test/"', bearer({})],
    ['Basic realm="a, Bearer realm=b", Bearer realm="https://auth.test/token"', bearer({})],
    ['Negotiate, Basic realm="x"', { kind: 'basic' }],
    ['Negotiate YWJj==, Basic realm="x"', { kind: 'basic' }],
  ];
  for (const [header, challenge] of understood) {
    it(`is parsed: ${header}`, () => expect(read(header)).to.deep.equal(challenge));
  }

  const refused: readonly (readonly [string, string, string?])[] = [
    ['Bearer realm="https://auth.test', 'its challenge is malformed'],
    ['Bearer realm=https://auth.test/token', 'its challenge is malformed'],
    ['Bearer service="r.test"', 'its challenge has no realm'],
    ['Bearer', 'its challenge has no realm'],
    ['Bearer realm=""', 'its challenge has no realm'],
    ['Bearer realm="/token"', 'the realm of its challenge is not a URL'],
    [`Bearer realm="https://${'a'.repeat(254)}/"`, 'the realm of its challenge is not a URL'],
    ['Bearer realm="http://r.test:81/token"', 'the realm of its challenge does not use TLS'],
    ['Bearer realm="http://auth.test/token"', 'the realm of its challenge does not use TLS'],
    ['Bearer realm="file:///etc/passwd"', 'the realm of its challenge has an unsupported scheme'],
    ['Bearer realm="https://me:secret@auth.test/"', 'the realm of its challenge contains a user name'],
  ];
  for (const [header, reason] of refused) {
    it(`is rejected: ${header}`, () => {
      expect(read(header)).to.equal(`r.test/a:1: cannot authenticate with registry r.test: ${reason}`);
    });
  }

  it('can use plain HTTP if the registry does', () => {
    expect(read('Bearer realm="http://auth.test/"', 'http://r.test/v2/')).to.have.property('kind', 'bearer');
    expect(read('Bearer realm="http://127.0.0.1:5/"', 'http://127.0.0.1:6/v2/')).to.have.property('kind', 'bearer');
  });

  it('is parsed in linear time', () => {
    const { user } = process.cpuUsage();
    parseChallenges(`Bearer realm="${'\\"'.repeat(8000)}`);
    parseChallenges('a, '.repeat(5000));
    // Processor time, because the machine can be busy.
    expect(process.cpuUsage().user - user).to.be.lessThan(5e6);
  });
});
