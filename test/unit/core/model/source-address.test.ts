import { expect } from 'chai';
import { gitAddressFault, hasLogin, readGitLocation } from '../../../../src/core/model/source-address.ts';

const ROWS: readonly (readonly [string, boolean])[] = [
  ['https://git.example.com/app', false],
  ['https://user:hunter2@git.example.com/app', true],
  ['https://ghp_0123456789abcdefghij@github.com/team/app', true],
  // The URL that Azure DevOps shows for a repository.
  ['https://contoso@dev.azure.com/contoso/shop/_git/app', false],
  ['https://git@github.com/team/app', false],
  ['ssh://git@git.example.com/app', false],
  ['ssh://git:hunter2@git.example.com/app', true],
];

describe('a login in a URL', () => {
  for (const [url, expected] of ROWS) {
    it(`is ${expected ? '' : 'not '}found in ${url}`, () => {
      expect(hasLogin(new URL(url))).to.equal(expected);
    });
  }
});

describe('the address of a git repository', () => {
  for (const text of [
    'ssh://git@git.example.com:2222/team/app.git',
    'ssh://git:hunter%2F2@git.example.com/app.git',
    'ssh://[2001:db8::7]:22/~a/b.git',
    'SSH://Git.Example.com/app%20one.git',
    'git://git.example.com',
    'git@git.example.com:team/app#1.git',
    'git.example.com:app.git',
    '[::1]:app.git',
    'https://me:hunter2@git.example.com:8443/app.git?x#y',
  ]) {
    it(`is ${text}`, () => expect(readGitLocation(text)).not.to.equal(undefined));
  }

  for (const [what, text] of [
    ['a program', 'ext::sh -c id'],
    ['a file descriptor', 'fd::17'],
    ['a remote helper', 'https::https://git.example.com/app.git'],
    ['a file', 'file:///etc'],
    ['a path', '/etc'],
    ['a relative path', '../app.git'],
    ['an option of git', '--upload-pack=id'],
    ['an option before a host', '-f@git.example.com:app.git'],
    ['an option for a host', '-x:app.git'],
    ['an option for a path', 'git.example.com:-x'],
    ['an option of OpenSSH', 'ssh://-oProxyCommand=id/app.git'],
    ['an option of OpenSSH for a user', 'ssh://-oProxyCommand=id@git.example.com/app.git'],
    ['a user that is another host for git', 'ssh://169.254.169.254%2F@git.example.com/app.git'],
    ['a query that is another host for git', 'ssh://git.example.com?@169.254.169.254/app.git'],
    ['a fragment that is another host for git', 'ssh://git.example.com#@169.254.169.254/app.git'],
    ['a fragment after a password', 'ssh://git:hunter2@git.example.com#@169.254.169.254/app.git'],
    ['a backslash before another host', 'git://git.example.com\\@169.254.169.254/app.git'],
    ['a space before a URL for ssh', ' ssh://git.example.com/app.git'],
    ['a line end in a host', 'git://git.example\n.com/app.git'],
  ] as const) {
    it(`is not ${what}`, () => expect(readGitLocation(text)).to.equal(undefined));
  }
});

describe('the fault of an address of a git repository', () => {
  it('is a fragment, which git does not send over HTTP', () => {
    expect(gitAddressFault('https://git.example.com/app.git#main')).to.match(/^has a fragment, .* in "revision"$/);
    expect(gitAddressFault('ssh://git.example.com/app#1.git')).to.equal(undefined);
    expect(gitAddressFault('git@git.example.com:app#1.git')).to.equal(undefined);
  });
  it('is not a query', () => expect(gitAddressFault('https://git.example.com/?p=app.git')).to.equal(undefined));
  it('is a text that is not an address', () => expect(gitAddressFault('/etc')).to.match(/^is not the address of/));
});
