import { expect } from 'chai';
import { credentialsFor } from '../../../../../src/clients/git/references/credentials-for.ts';
import { makeRedaction } from '../../../../../src/clients/http/redaction.ts';
import { parseGitAddress } from '../../../../../src/clients/git/address.ts';
import { credentialsOfSecrets, type GitSecret } from '../../../../../src/clients/git/credentials.ts';

/** Returns the origins or hosts, and the users, of the credentials for a URL. */
async function used(url: string, ...servers: readonly string[]): Promise<readonly string[]> {
  const values: Readonly<Record<string, string>> = { username: 'robot', password: 'word', 'ssh-privatekey': 'key' };
  const kinds = ['git-basic', 'git-ssh'] as const;
  const secrets = servers.flatMap((server, index) =>
    kinds.map((kind): GitSecret => ({ kind, name: `${index}`, server, read: async (key) => values[key] })),
  );
  const address = parseGitAddress(url);
  const all = credentialsFor(address, await credentialsOfSecrets(secrets, address, makeRedaction()));
  return all.map((each) => {
    if (each.kind === 'ssh') return `ssh ${each.host}`;
    const [, login = ''] = each.authorization.split(' ');
    return `${each.kind} ${each.origin} ${Buffer.from(login, 'base64').toString()}`;
  });
}

describe('the credentials for a git URL', () => {
  for (const [what, url, servers, expected] of [
    ['a Secret, not the user', 'https://ORG@a.example/x', ['a.example'], ['basic https://a.example robot:word']],
    ['a Secret, not the login', 'https://me:my@a.example/x', ['a.example'], ['basic https://a.example robot:word']],
    ['the user without a Secret', 'https://ORG@a.example/x', ['b.example'], ['user https://a.example ORG:']],
    ['the login without a Secret', 'https://me:my@a.example/x', ['b.example'], ['basic https://a.example me:my']],
    ['a host in any case', 'https://A.example/x', ['a.Example'], ['basic https://a.example robot:word']],
    ['a default port', 'https://a.example:443/x', ['a.example'], ['basic https://a.example robot:word']],
    [
      'the login for HTTPS after a redirect',
      'http://a.example/x',
      ['https://a.example'],
      ['basic https://a.example robot:word'],
    ],
    ['no login for HTTPS on another port', 'http://a.example:81/x', ['https://a.example', 'https://a.example:81'], []],
    ['a key for a host in any case', 'git@A.example:x', ['a.Example'], ['ssh a.example']],
    ['a key for the default port', 'ssh://git@a.example:22/x', ['git@a.example'], ['ssh a.example']],
    [
      'a host of another script',
      'https://müller.example/x',
      ['müller.example'],
      ['basic https://xn--mller-kva.example robot:word'],
    ],
    ['nothing for a path', 'https://a.example/x', ['https://a.example/'], []],
  ] as const) {
    it(`are ${what}`, async () => {
      expect(await used(url, ...servers)).to.deep.equal(expected);
    });
  }
});
