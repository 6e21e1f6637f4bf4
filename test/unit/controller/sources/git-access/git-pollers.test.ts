import { expect } from 'chai';
import { topicOf } from '../../../../../src/controller/sources/git-access/git-pollers.ts';
import type { Login } from '../../../../../src/controller/sources/git-access/login.ts';
import { makeRedaction } from '../../../../../src/clients/http/redaction.ts';
import { parseGitAddress } from '../../../../../src/clients/git/address.ts';

/** Returns a login without credentials of a namespace in the default network. */
function loginOf(url: string, changes: Partial<Login> = {}): Login {
  const { redact } = makeRedaction();
  return { namespace: 'team', address: parseGitAddress(url), credentials: [], redact, ...changes };
}

const origin = (url: string): string => topicOf({ key: 'a', login: loginOf(url) }).host;

describe('the host of a query to a git server', () => {
  it('is equal for all ways to write one server', () => {
    for (const url of [
      'https://git.example/a',
      'https://GIT.example:443/b',
      'https://me:secret@git.example/a',
      'https://git.example./a',
    ]) {
      expect(origin(url), url).to.equal('https://git.example:443');
    }
    for (const url of ['git@git.example:a', 'GIT.example:a', 'ssh://me@Git.example/a', 'ssh://git.example:22/a']) {
      expect(origin(url), url).to.equal('ssh://git.example:22');
    }
    expect(origin('ssh://[2001:db8::1]/a')).to.equal('ssh://[2001:db8::1]:22');
    expect(origin('git@[2001:db8::1]:a')).to.equal('ssh://[2001:db8::1]:22');
  });

  it('differs by scheme, host and port', () => {
    const urls = [
      'http://git.example/a',
      'https://git.example/a',
      'https://git.example:8443/a',
      'ssh://git.example/a',
      'ssh://git.example:2222/a',
      'git://git.example/a',
      'https://other.example/a',
    ];
    expect(new Set(urls.map(origin)).size).to.equal(urls.length);
  });

  it('is shared by all namespaces in the default network only', () => {
    const url = 'https://git.example/a';
    const hosts = [
      loginOf(url),
      loginOf(url, { namespace: 'other' }),
      loginOf(url, { network: 'one' }),
      loginOf(url, { network: 'one', namespace: 'other' }),
      loginOf(url, { network: 'two' }),
    ].map((login) => topicOf({ key: 'a', login }).host);
    expect(new Set(hosts).size).to.equal(4);
    expect(hosts[0]).to.equal(hosts[1]);
  });

  it('is asked by tenants, each with a login that is a hash', () => {
    const credentials = [{ kind: 'basic', origin: 'https://git.example', authorization: 'Basic secret' }] as const;
    const [anonymous, known, equal] = [
      loginOf('https://git.example/a'),
      loginOf('https://git.example/a', { credentials }),
      loginOf('https://git.example/b', { credentials, namespace: 'other' }),
    ].map((login) => topicOf({ key: 'a', login }));
    expect(anonymous).to.include({ login: '', tenant: 'team' });
    expect(known?.login).to.match(/^[0-9a-f]{64}$/);
    expect(equal).to.include({ login: known?.login, tenant: 'other' });
  });
});
