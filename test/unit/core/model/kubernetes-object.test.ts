import { expect } from 'chai';
import { parseApiVersion } from '../../../../src/core/model/kubernetes-object.ts';

describe('parseApiVersion', () => {
  const rows = [
    ['v1', { group: '', version: 'v1' }],
    ['db.example.com/v1alpha1', { group: 'db.example.com', version: 'v1alpha1' }],
    ['apps/v1', { group: 'apps', version: 'v1' }],
  ] as const;
  for (const [text, read] of rows) it(text, () => expect(parseApiVersion(text)).to.deep.equal(read));

  const others = ['', '/', '/v1', 'a/', 'a/b/v1', '../api%2fv1', 'v1?x=', 'v1%2fpods?', 'A/v1', 'v1.', '..', 'a..b/v1'];
  const long = [`${'a'.repeat(254)}/v1`, `v${'1'.repeat(63)}`];
  for (const text of [...others, ...long]) {
    it(`rejects ${text}`, () => expect(parseApiVersion(text)).to.equal(undefined));
  }
});
