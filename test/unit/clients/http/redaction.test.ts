import { expect } from 'chai';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';

describe('redaction', () => {
  const { addSecret, redact } = makeRedaction();
  addSecret('me:correct horse');
  addSecret('correct horse');
  addSecret('abc');

  const table: readonly (readonly [string, string, string])[] = [
    ['a secret', 'no "correct horse" here, correct horse', 'no "***" here, ***'],
    ['a longer secret as one', 'user me:correct horse', 'user ***'],
    ['base64', `Basic ${Buffer.from('me:correct horse').toString('base64')}!`, 'Basic ***!'],
    ['percent encoding', '?password=correct%20horse&x', '?password=***&x'],
    ['the user of a URL', 'at https://you:pw@r.test/v2/', 'at https://***@r.test/v2/'],
    ['a password with @', 'at https://you:p@ss@r.test/v2/@x', 'at https://***@r.test/v2/@x'],
    ['escape sequences', 'a\u001b[31mred\u0007\r\nb\u202ec', 'a [31mred b c'],
    ['too much', 'x'.repeat(1000), `${'x'.repeat(300)}…`],
    ['nothing else', 'abc, Abc', 'abc, Abc'],
  ];
  for (const [what, text, expected] of table) {
    it(`takes out ${what}`, () => expect(redact(text)).to.equal(expected));
  }

  it('does not mask the secrets of another redaction', () => {
    expect(makeRedaction().redact('correct horse')).to.equal('correct horse');
  });

  it('masks the latest of many secrets, and secrets that are added again', () => {
    const many = makeRedaction();
    for (let index = 0; index < 1000; index += 1) {
      many.addSecret(`token+${index}`);
      many.addSecret('kept+secret');
    }
    expect(many.redact('token+0 token+990 token+999 kept+secret')).to.equal('token+0 *** *** ***');
  });

  it('forgets the oldest secrets if all together have more than 4 MiB', () => {
    const large = makeRedaction();
    const secrets = ['first', ...['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1024 * 1024)), 'last+secret'];
    for (const secret of secrets) large.addSecret(secret);
    expect(secrets.map((secret) => large.redact(secret).slice(0, 6))).to.deep.equal([
      'first',
      'aaaaaa',
      'bbbbbb',
      '***',
      '***',
      '***',
    ]);
  });
});
