import { expect } from 'chai';
import { lengthFault, parseUrl } from '../../../../src/core/model/bounded-url.ts';

/** Distinct characters, for which the URL parser takes longest. */
const ideographs = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');

describe('a URL of bounded length', () => {
  it('has at most 8,000 characters', () => {
    const url = 'https://git.example/'.padEnd(8_000, 'a');
    expect(parseUrl(url)?.hostname).to.equal('git.example');
    expect(parseUrl(`${url}a`)).to.equal(undefined);
    expect(lengthFault(`${url}a`)).to.equal('has 8001 characters, and taskpack reads at most 8000: use a shorter URL');
  });

  it('has at most 253 characters in its host, however they are written', () => {
    const host = `${'a'.repeat(60)}.`.repeat(4);
    expect(parseUrl(`https://${host}example/app`)?.hostname).to.equal(`${host}example`);
    expect(parseUrl(`https://${encodeURIComponent('bücher')}.example/app`)?.hostname).to.equal('xn--bcher-kva.example');
    expect(parseUrl(`https://${host}${'b'.repeat(20)}/app`)).to.equal(undefined);
    expect(lengthFault(`https://${host}${'b'.repeat(20)}/app`)).to.equal(
      'has a host of more than 253 characters: correct the host',
    );
  });

  it('is not parsed if its host has more bytes than 253 characters can have', () => {
    // A percent-encoded character has nine characters, but three bytes.
    for (const host of [ideographs(338), encodeURIComponent(ideographs(338)), 'a'.repeat(1_013)]) {
      expect(lengthFault(`https://${host}/app`), host.slice(0, 9)).to.include('more than 253 characters');
      expect(parseUrl(`https://${host}/app`), host.slice(0, 9)).to.equal(undefined);
    }
  });

  it('has the same answer for letters beyond ASCII after thousands of calls', () => {
    const hosts = Array.from({ length: 20_000 }, () => parseUrl('https://müller.example/x')?.host);
    expect(new Set(hosts)).to.deep.equal(new Set(['xn--mller-kva.example']));
    expect(parseUrl('https://mü ller.example/x')).to.equal(undefined);
  });
});
