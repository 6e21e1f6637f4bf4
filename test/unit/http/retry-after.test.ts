import { expect } from 'chai';
import { parseRetryAfter } from '../../../src/http/retry-after.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('Retry-After', () => {
  const table: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['0', 0],
    ['7', 7000],
    [' 7 ', 7000],
    ['-7', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
    ['Thu Jan  1 00:00:30 2026 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thu, 99 Jan 2026 00:00:30 GMT', undefined],
  ];
  for (const [header, wait] of table) {
    it(`${header} is ${wait} ms`, () => expect(parseRetryAfter(header, NOW)).to.equal(wait));
  }
});
