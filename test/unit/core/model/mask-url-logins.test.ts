import { expect } from 'chai';
import { maskJsonLogins, maskUrlLogins } from '../../../../src/core/model/mask-url-logins.ts';

describe('masking the login of a URL', () => {
  const passwords = ["pa'ss", 'pa"ss', 'pa<ss', 'pa>ss', 'pa ss', 'pa\tss', 'pa\\ss', 'p@a:ss', 'pa%20ss', 'pa&ss'];
  for (const password of passwords) {
    it(`hides the password ${JSON.stringify(password)} in JSON`, () => {
      const changes = { old: { url: `https://user:${password}@git.example.com/app` }, mail: 'a@b' };
      const shown = { old: { url: 'https://***@git.example.com/app' }, mail: 'a@b' };
      expect(maskJsonLogins(JSON.stringify(changes))).to.equal(JSON.stringify(shown));
    });
  }

  const kept = [
    { git: 'ssh://git@github.com/x' },
    { url: 'https://host', mail: 'a@b' },
    { text: 'see "https://host" or "a@b"', quote: '\\"' },
  ];
  for (const value of kept) {
    it(`keeps ${JSON.stringify(value)}`, () => {
      expect(maskJsonLogins(JSON.stringify(value))).to.equal(JSON.stringify(value));
    });
  }

  const texts: readonly (readonly [text: string, shown: string])[] = [
    ["at 'https://u:pa'ss@host/x', mail a@b", "at 'https://***@host/x', mail a@b"],
    ['at https://u:p@ss@host/x@y', 'at https://***@host/x@y'],
    ['at https://u:p<s>s@host', 'at https://***@host'],
    ['at "https://host" or a@b', 'at "https://host" or a@b'],
  ];
  for (const [text, shown] of texts) {
    it(`shows ${text} as ${shown}`, () => expect(maskUrlLogins(text)).to.equal(shown));
  }

  it('takes linear time', () => {
    for (const piece of ['://', '"a://', '"a', '"a://\\"', '@', '"a://@', '":', '" ']) {
      const start = process.cpuUsage();
      maskJsonLogins(piece.repeat(1_000_000 / piece.length));
      expect(process.cpuUsage(start).user, piece).to.be.lessThan(1_000_000);
    }
  });
});
