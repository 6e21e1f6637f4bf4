import { expect } from 'chai';
import { keepsServer } from '../../../../src/clients/http/redirects.ts';

describe('a redirect', () => {
  for (const [from, to, isKept] of [
    ['https://a.example/x', 'https://a.example/y', true],
    ['https://a.example/x', 'https://a.example:443/y', true],
    ['https://A.example/x', 'https://a.example/y', true],
    ['http://a.example/x', 'https://a.example/x', true],
    ['http://a.example:80/x', 'https://a.example:443/x', true],
    ['https://a.example/x', 'http://a.example/x', false],
    ['http://a.example:8080/x', 'https://a.example:8443/x', false],
    ['http://a.example:8080/x', 'https://a.example/x', false],
    ['http://a.example/x', 'https://a.example:8443/x', false],
    ['https://a.example/x', 'https://a.example:8443/x', false],
    ['https://a.example/x', 'https://b.a.example/x', false],
    ['http://a.example/x', 'https://b.example/x', false],
  ] as const) {
    it(`from ${from} to ${to} ${isKept ? 'keeps' : 'leaves'} the server`, () => {
      expect(keepsServer(new URL(from), new URL(to))).to.equal(isKept);
    });
  }
});
