import { expect } from 'chai';
import type { Repository } from '../../../../../src/controller/sources/git-access/watched-repository.ts';
import { RepositoriesById } from '../../../../../src/controller/sources/git-access/repositories-by-id.ts';

describe('RepositoriesById', () => {
  let reads = 0;
  /** A repository that counts how often its id is read. */
  const repository = (id: string | undefined): Repository =>
    Object.defineProperty({} as Repository, 'id', {
      get: () => {
        reads += 1;
        return id;
      },
    });

  beforeEach(() => {
    reads = 0;
  });

  it('finds the repositories of an id without a look at the others', () => {
    const repositories = new RepositoriesById();
    for (let index = 0; index < 1_000; index += 1) repositories.set(`${index}`, repository(`git.example/r${index}`));
    const [one, other] = [repository('git.example/app'), repository('git.example/app')];
    repositories.set('one', one).set('other', other).set('other', other);
    reads = 0;
    expect(repositories.reported('git.example/app')).to.deep.equal([one, other]);
    expect(repositories.reported('git.example/none')).to.deep.equal([]);
    expect(repositories.reported('*/app')).to.deep.equal([one, other]);
    expect(reads).to.equal(0);
  });

  it('forgets a repository that is removed or replaced', () => {
    const repositories = new RepositoriesById();
    const [first, second] = [repository('git.example/app'), repository('git.example/app')];
    repositories.set('key', first).set('key', second).set('none', repository(undefined));
    expect(repositories.reported('git.example/app')).to.deep.equal([second]);
    expect(repositories.delete('key')).to.equal(true);
    expect(repositories.delete('key')).to.equal(false);
    expect(repositories.reported('git.example/app')).to.deep.equal([]);
  });
});
