import { expect } from 'chai';
import { maskingBy, WITHHOLDING } from '../../../../../src/controller/builds/status/masking.ts';
import { lineMasks } from '../../../../../src/core/mask/line-mask.ts';

const KNOWING = maskingBy({ kind: 'known', masks: lineMasks(['hunter22']) });

describe('the masked text of a workload', () => {
  const messages: readonly (readonly [of: string, message: string, shown: string | undefined])[] = [
    ['a credential', 'fatal: https://user:hunter2@git.example/x', 'fatal: https://***@git.example/x'],
    ['a Secret', 'one\nit is hunter22\nthree', 'one\nit is ***\nthree'],
    ['a Secret in colours', '\u001b[1mhunt\u001b[31mer22\u001b[0m', '***'],
    ['control characters', 'a\u001b[2A\rb\u0007\u202e', 'a\\rb\\u0007\\u202e'],
    ['the end of a log without its first line', `ter22 ${'x'.repeat(2048)}\nlast`, 'last'],
    ['the end of a log that is one line', 'x'.repeat(2048), undefined],
    ['an empty message', '', undefined],
  ];
  for (const [of, message, shown] of messages) {
    it(`hides or keeps ${of}`, () => expect(KNOWING.terminationMessage(message, 1)).to.equal(shown));
  }

  it('keeps the end of a long text', () => {
    const shown = KNOWING.text(`${'x'.repeat(30_000)} hunter22 end`);
    expect(shown)
      .to.match(/^…x+ \*\*\* end$/)
      .and.have.length(4096);
  });

  it('keeps the end of a very long text, without a line that is cut', () => {
    expect(KNOWING.text(`${'x'.repeat(1_000_000)}\nhunter22 end`)).to.equal('…\n*** end');
    expect(KNOWING.text('x'.repeat(1_000_000))).to.equal('…(line too long)');
  });

  it('masks a hostile text within 100 ms', () => {
    const alike = maskingBy({
      kind: 'known',
      masks: lineMasks(Array.from({ length: 490 }, (_, index) => `${'a'.repeat(64)}${index}`)),
    });
    for (const piece of ['\n', 'a', 'a\n', `${'a'.repeat(68)}\n`]) {
      const start = process.cpuUsage();
      alike.text(piece.repeat(1_000_000 / piece.length));
      // The limit is higher, because a busy machine takes longer. Masking the whole text takes more than 700 ms.
      expect(process.cpuUsage(start).user, JSON.stringify(piece.slice(0, 2))).to.be.lessThan(400_000);
    }
  });

  it('keeps the message of a container that succeeded', () => {
    const outcome = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: 'sha256:1' });
    expect(KNOWING.terminationMessage(outcome, 0)).to.equal(outcome);
  });

  it('withholds the message of a failed container while its Secrets are unknown', () => {
    for (const masking of [WITHHOLDING, maskingBy({ kind: 'unknown', why: 'no' })]) {
      expect(masking.terminationMessage('hunter22', 1)).to.equal(undefined);
      expect(masking.terminationMessage('https://a:b@c', 0)).to.equal('https://***@c');
      expect(masking.text('pulling https://a:b@c')).to.equal('pulling https://***@c');
    }
  });
});
