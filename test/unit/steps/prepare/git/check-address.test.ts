import { expect } from 'chai';
import { parseGitAddress } from '../../../../../src/clients/git/address.ts';
import { checkAddress } from '../../../../../src/clients/git/check-address.ts';
import { resolverOf } from '../../../../support/resolver.ts';

const resolve = resolverOf({
  'git.example.com': ['203.0.113.7', '2001:db8::7'],
  'git.team.svc': ['10.96.0.7'],
  localhost: ['::1', '127.0.0.1'],
  'inside.evil.test': ['127.0.0.1'],
  'mixed.evil.test': ['203.0.113.7', '169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  '0177.1': ['127.0.0.1'],
});

/** Returns the message of the refusal, or `undefined` for an address that git may contact. */
async function checked(url: string, environment: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  return checkAddress(parseGitAddress(url), environment, { resolve }).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

describe('the address of a git repository', () => {
  for (const url of [
    'https://git.example.com/app.git',
    'git@git.example.com:app.git',
    'http://git.team.svc:8080/app.git',
    'https://10.96.0.7/app.git',
    'http://127.0.0.1:8080/app.git',
    'ssh://git@[::1]:22/app.git',
    'http://localhost:8080/app.git',
    'https://unknown.example.com/app.git',
  ]) {
    it(`may be ${url}`, async () => expect(await checked(url)).to.equal(undefined));
  }

  for (const [url, kind] of [
    ['https://inside.evil.test/app.git', 'has the address 127.0.0.1, a loopback address'],
    ['git://inside.evil.test/app.git', 'has the address 127.0.0.1, a loopback address'],
    ['git@inside.evil.test:app.git', 'has the address 127.0.0.1, a loopback address'],
    ['ssh://git@0177.1/app.git', 'has the address 127.0.0.1, a loopback address'],
    ['https://mixed.evil.test/app.git', 'has the address 169.254.169.254, a link-local address'],
    ['http://169.254.169.254/app.git', 'is a link-local address'],
    ['http://0xa9fea9fe/app.git', 'is a link-local address'],
    ['http://[::ffff:169.254.169.254]/app.git', 'is a link-local address'],
    ['http://100.100.100.200/app.git', "is the address of a cloud's metadata service"],
    ['http://metadata.google.internal/app.git', 'has the address 169.254.169.254, a link-local address'],
  ] as const) {
    it(`must not be ${url}`, async () => expect(await checked(url)).to.include(kind));
  }

  it('must not name the loopback interface either, if the caller says so', async () => {
    const address = parseGitAddress('http://localhost:8080/app.git');
    const checking = checkAddress(address, {}, { resolve, mayBeLoopback: false });
    expect(await checking.catch((error: Error) => error.message)).to.include('a loopback address');
  });

  it('is checked by its name if a proxy resolves it', async () => {
    const proxies = { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.evil.test' };
    expect(await checked('https://inside.evil.test/app.git', proxies)).to.include('a loopback address');
    expect(await checked('https://inside.evil.test/app.git', { ...proxies, NO_PROXY: '' })).to.equal(undefined);
    expect(await checked('https://metadata.google.internal/app.git', proxies)).to.include('metadata service');
    expect(await checked('ssh://inside.evil.test/app.git', { ...proxies, NO_PROXY: '' })).to.include('loopback');
  });
});
