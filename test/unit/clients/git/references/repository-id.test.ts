import { expect } from 'chai';
import { reportableIds, reportedAmong, repositoryId } from '../../../../../src/clients/git/references/repository-id.ts';

const SAME = [
  'https://git.example/Team/App.git',
  'https://git.example/team/app',
  'https://git.example/team/app/',
  'https://me:secret@git.example:8443/team/app.git',
  'ssh://git@git.example:7999/team/app.git',
  'git@git.example:team/app.git',
  'git@git.example:/team/app',
  'git://git.example/team/app',
];

describe('the id of a repository', () => {
  for (const address of SAME) {
    it(`is the same for ${address}`, () => {
      expect(repositoryId(address)).to.equal('git.example/team/app');
    });
  }

  for (const [id, reported, expected] of [
    ['git.example/team/app', 'git.example/team/app', true],
    ['git.example/team/app', 'git.other/team/app', false],
    ['git.example/scm/team/app', '*/scm/team/app', true],
    ['git.example/bitbucket/scm/team/app', '*/scm/team/app', true],
    ['git.example/xscm/team/app', '*/scm/team/app', false],
    ['git.example/team/app', '*/team/app', true],
    ['git.example/other/team/app', '*/team/app', false],
    ['git.example/scm/other/team/app', '*/scm/team/app', false],
    ['git.example/team/app', '*/app', false],
    [undefined, '*/team/app', false],
  ] as const) {
    it(`${expected ? 'is' : 'is not'} meant by the report of ${reported}: ${id ?? 'none'}`, () => {
      const among = reportedAmong(['git.example/another', ...(id === undefined ? [] : [id])]);
      expect(among(reported)).to.equal(expected);
    });
  }

  it('is reported by three ids at most, so that no push is compared with all repositories', () => {
    expect(reportableIds(`git.example/${'scm/'.repeat(400)}team/app`)).to.have.length(3);
    expect(reportableIds('git.example/scm/team/app')).to.deep.equal(['git.example/scm/team/app', '*/scm/team/app']);
  });

  it('has the brackets of an IPv6 address once', () => {
    expect(repositoryId('git@[2001:db8::1]:team/app.git')).to.equal('[2001:db8::1]/team/app');
    expect(repositoryId('ssh://git@[2001:db8::1]:22/team/app')).to.equal('[2001:db8::1]/team/app');
  });

  it('is the same with escapes and with the characters themselves, and takes any percent sign', () => {
    const id = 'git.example/团队/my app';
    expect(repositoryId('https://git.example/%E5%9B%A2%E9%98%9F/my%20app.git')).to.equal(id);
    expect(repositoryId('https://git.example/团队/My app')).to.equal(id);
    expect(repositoryId('git@git.example:团队/my app.git')).to.equal(id);
    expect(repositoryId('https://git.example/~jo/a')).to.equal(repositoryId('https://git.example/%7Ejo/a'));
    expect(repositoryId('https://git.example/100%/a')).to.equal('git.example/100%/a');
  });

  for (const [what, address] of Object.entries({
    'another host': 'https://git.example.org/team/app',
    'another path': 'https://git.example/team/app2',
    'a path below': 'https://git.example/team/app/web',
  })) {
    it(`is another one for ${what}`, () => {
      expect(repositoryId(address)).to.be.a('string').and.not.equal('git.example/team/app');
    });
  }

  for (const text of [
    '',
    'app',
    '/srv/git/app',
    'file:///srv/app',
    'https://git.example/',
    'https://git.example/.git',
  ]) {
    it(`is missing for ${JSON.stringify(text)}`, () => {
      expect(repositoryId(text)).to.equal(undefined);
    });
  }
});
