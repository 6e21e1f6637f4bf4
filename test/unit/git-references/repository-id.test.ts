import { expect } from 'chai';
import { repositoryId } from '../../../src/git-references/repository-id.ts';

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
