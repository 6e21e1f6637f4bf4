import { expect } from 'chai';
import { topicOf } from '../../../src/git-access/git-pollers.ts';
import { parseGitAddress } from '../../../src/steps/prepare/git/address.ts';

const origin = (url: string): string =>
  topicOf({ key: 'a', login: { address: parseGitAddress(url), credentials: [] } }).host;

describe('the host of a query to a git server', () => {
  it('is equal for all ways to write one server', () => {
    for (const url of ['https://git.example/a', 'https://GIT.example:443/b', 'https://me:secret@git.example/a']) {
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
});
