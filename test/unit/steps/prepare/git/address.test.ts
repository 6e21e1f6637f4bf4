import { expect } from 'chai';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { parseGitAddress } from '../../../../../src/clients/git/address.ts';

describe('parseGitAddress', () => {
  for (const [what, text, url] of [
    [
      'no password of a URL for SSH, but the user',
      'ssh://git:hidden@example.com:22/a.git',
      'ssh://git@example.com:22/a.git',
    ],
    ['an address for SSH as it is written', 'ssh://git@example.com/~a/b.git', 'ssh://git@example.com/~a/b.git'],
    ['an address as of scp as it is written', 'git@example.com:a/b.git', 'git@example.com:a/b.git'],
    ['no user of a URL for HTTP', 'https://token@example.com/a.git', 'https://example.com/a.git'],
    ['no password without a user', 'https://:hidden@example.com/a.git', 'https://example.com/a.git'],
  ] as const) {
    it(`shows ${what}`, () => {
      expect(parseGitAddress(text).url).to.equal(url);
    });
  }

  it('decodes the user and the password', () => {
    expect(parseGitAddress('https://a%40b:1%25@example.com/').user).to.deep.equal({ name: 'a@b', password: '1%' });
  });

  for (const part of ['me:100%', '50%off:x']) {
    it(`refuses an invalid percent-encoding: ${part}`, () => {
      expect(() => parseGitAddress(`https://${part}@example.com/a.git`))
        .to.throw(PrepareError, /write % as %25$/)
        .with.property('code', 'SourceUnsupported');
    });
  }
});
