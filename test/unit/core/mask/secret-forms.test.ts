import { expect } from 'chai';
import { formsOfSecret } from '../../../../src/core/mask/secret-forms.ts';

describe('the forms of a secret', () => {
  // A value of a Secret that is not UTF-8 becomes U+FFFD, which is long in every form.
  for (const character of ['\ufffd', 'a', "'", '\n', '\u{1f511}']) {
    it(`are small portions if the secret is 780,000 times ${JSON.stringify(character)}`, () => {
      const portions = formsOfSecret(`x${character.repeat(780_000)}x`);
      for (let count = 0; count < 100; count += 1) {
        const { value: forms = [] } = portions.next();
        const length = [...forms].reduce((sum, form) => sum + form.length, 0);
        expect(length).to.be.lessThan(1_000_000);
      }
    });
  }

  it('divide no character', () => {
    for (const before of ['', 'a']) {
      const secret = before + '\u{1f511}'.repeat(10_000);
      for (const forms of formsOfSecret(secret)) {
        for (const form of forms) expect(Buffer.from(form).toString()).to.equal(form);
      }
    }
  });
});
