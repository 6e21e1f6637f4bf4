import { expect } from 'chai';
import { formatQuantity, parseQuantity, requireQuantity } from '../../../../src/core/model/quantity.ts';

describe('quantities', () => {
  const NANO = 1_000_000_000n;
  const rows: readonly (readonly [text: string, nano: bigint, formatted: string])[] = [
    ['1', NANO, '1'],
    ['0', 0n, '0'],
    ['250m', 250_000_000n, '250m'],
    ['0.5', 500_000_000n, '500m'],
    ['.5', 500_000_000n, '500m'],
    ['1.', NANO, '1'],
    ['1Ki', 1024n * NANO, '1Ki'],
    ['1.5Gi', 1536n * 1024n * 1024n * NANO, '1536Mi'],
    ['1024', 1024n * NANO, '1024'],
    ['2000', 2000n * NANO, '2k'],
    ['1e3', 1000n * NANO, '1k'],
    ['1E3', 1000n * NANO, '1k'],
    ['5e-1', 500_000_000n, '500m'],
    ['1E', 10n ** 18n * NANO, '1E'],
    ['9Ei', (2n ** 63n - 1n) * NANO, '9223372036854775807'],
    ['10E', 10n ** 19n * NANO, '10E'],
    ['3u', 3000n, '3u'],
    ['7n', 7n, '7n'],
    ['0.0000000001', 1n, '1n'],
    ['-2', -2n * NANO, '-2'],
    ['+2G', 2_000_000_000n * NANO, '2G'],
  ];
  for (const [text, nano, formatted] of rows) {
    it(`${text} is ${formatted}`, () => {
      expect(requireQuantity(text).nano).to.equal(nano);
      expect(formatQuantity(requireQuantity(text))).to.equal(formatted);
    });
  }

  it('have at most 64 characters', () => {
    expect(requireQuantity('1'.padStart(64, '0')).nano).to.equal(NANO);
    expect(parseQuantity('1'.padStart(65, '0'))).to.equal(undefined);
  });

  for (const text of ['', '.', '-', '1 Gi', '1GiB', 'Gi', '1e', '1K', '0x10', '1,5', 'NaN', '1.2.3']) {
    it(`"${text}" is invalid`, () => {
      expect(parseQuantity(text)).to.equal(undefined);
      expect(() => requireQuantity(text)).to.throw(`"${text}" is not a valid quantity`);
    });
  }
});
