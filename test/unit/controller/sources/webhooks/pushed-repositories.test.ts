import { expect } from 'chai';
import { pushedRepositories } from '../../../../../src/controller/sources/webhooks/pushed-repositories.ts';

function payload(commits: number): Buffer {
  const repository = { clone_url: 'https://git.example.com/team/app.git' };
  return Buffer.from(JSON.stringify({ repository, commits: Array.from({ length: commits }, () => ({})) }));
}

describe('the payload of a delivery', () => {
  it('names its repository', () => {
    expect(pushedRepositories(payload(2_048))).to.deep.equal(['git.example.com/team/app']);
  });

  it('is not parsed if it has more values than a push has', () => {
    expect(pushedRepositories(payload(100_001))).to.deep.equal([]);
  });
});
