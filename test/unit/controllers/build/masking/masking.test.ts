import { expect } from 'chai';
import { maskingBy, WITHHOLDING } from '../../../../../src/controllers/build/masking/masking.ts';
import { lineMasks } from '../../../../../src/mask/line-mask.ts';

const KNOWING = maskingBy({ kind: 'known', masks: lineMasks(['hunter22']) });

describe('what a workload says, as it is shown', () => {
  const messages: readonly (readonly [of: string, message: string, shown: string | undefined])[] = [
    ['a credential', 'fatal: https://user:hunter2@git.example/x', 'fatal: https://***@git.example/x'],
    ['a Secret', 'one\nit is hunter22\nthree', 'one\nit is ***\nthree'],
    ['a Secret in colours', '\u001b[1mhunt\u001b[31mer22\u001b[0m', '***'],
    ['what moves the cursor', 'a\u001b[2A\rb\u0007\u202e', 'a\\rb\\u0007\\u202e'],
    ['the end of a log without its first line', `ter22 ${'x'.repeat(2048)}\nlast`, 'last'],
    ['the end of a log that is one line', 'x'.repeat(2048), undefined],
    ['nothing', '', undefined],
  ];
  for (const [of, message, shown] of messages) {
    it(`of ${of}`, () => expect(KNOWING.lastWords(message, 1)).to.equal(shown));
  }

  it('of a million characters, the last of them', () => {
    const shown = KNOWING.words(`${'x'.repeat(1_000_000)} hunter22 end`);
    expect(shown)
      .to.match(/^…x+ \*\*\* end$/)
      .and.have.length(4096);
  });

  it('of a container that ended well, as it is', () => {
    const outcome = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: 'sha256:1' });
    expect(KNOWING.lastWords(outcome, 0)).to.equal(outcome);
  });

  it('of a container that failed nothing, while its Secrets are not known', () => {
    for (const masking of [WITHHOLDING, maskingBy({ kind: 'unknown', why: 'no' })]) {
      expect(masking.lastWords('hunter22', 1)).to.equal(undefined);
      expect(masking.lastWords('https://a:b@c', 0)).to.equal('https://***@c');
      expect(masking.words('pulling https://a:b@c')).to.equal('pulling https://***@c');
    }
  });
});
