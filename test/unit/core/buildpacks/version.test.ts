import { expect } from 'chai';
import { sortVersions } from '../../../../src/core/buildpacks/select-version.ts';
import { compareVersions, isInRange, parseRange, parseVersion } from '../../../../src/core/buildpacks/version.ts';

/** Versions and the results of Masterminds' NewVersion: major.minor.patch, prerelease. */
const VALID: readonly (readonly [text: string, numbers: string, prerelease?: string])[] = [
  ['1', '1.0.0'],
  ['v1', '1.0.0'],
  ['1.2', '1.2.0'],
  ['v1.2', '1.2.0'],
  ['v1.2.3', '1.2.3'],
  ['2023.01.0', '2023.1.0'],
  ['01.2.3', '1.2.3'],
  ['00.00.00', '0.0.0'],
  ['0.0.1-alpha', '0.0.1', 'alpha'],
  ['1.2-beta', '1.2.0', 'beta'],
  ['1.2.3-alpha.1+build.5', '1.2.3', 'alpha.1'],
  ['1.2.3+build', '1.2.3'],
  ['1.2.3-0', '1.2.3', '0'],
  ['1.2.3--', '1.2.3', '-'],
  ['18446744073709551615.0.0', '18446744073709551615.0.0'],
];

const INVALID = [
  '', 'V1.2.3', '=1.2.3', '1.2.3.4', '1.2.3-01', 'latest', '1.x', ' 1.2.3', '1.2.3 ', '1.2.3-', '1.2.3-a..b', '1.', '.1',
  '1.2.3+', '-1', '18446744073709551616.0.0', '1.2.3\n', '1٣',
]; // oxfmt-ignore

/** From low to high. The versions of one line are equal. */
const ASCENDING = [
  ['0.9', 'v0.9.0', '0.9.0+x'],
  ['0.10'],
  ['1.0.0-1'],
  ['1.0.0-2'],
  ['1.0.0-10'],
  ['1.0.0-9007199254740993'],
  ['1.0.0--'],
  ['1.0.0-alpha'],
  ['1.0.0-alpha.1'],
  ['1.0.0-alpha.beta'],
  ['1.0.0-beta'],
  ['1.0.0', '1', '1.0.0+a', '01.0'],
  ['9007199254740992.0.0'],
  ['9007199254740993.0.0'],
  ['10000000000000000000.0.0'],
];

const RANGES: readonly (readonly [range: string, version: string, inside: boolean | undefined])[] = [
  ['^1.2', 'v1.9', true],
  ['^1.2', '2', false],
  ['>=1 <3', '2.0.0', true],
  ['>=1 <3', '3.0.0', false],
  ['1.x', '1.5.0+build', true],
  ['~1.2.3', '1.2.9', true],
  ['=1.2.3', '1.2.3', true],
  ['1.2 - 1.4', '1.4.9', true],
  ['^1 || ^3', '3.1', true],
  ['*', '1.0.0', true],
  ['*', '1.0.0-beta', false],
  ['>=1.0.0-alpha', '1.0.0-beta', true],
  ['>=1.0.0-alpha', '1.1.0-beta', false],
  ['^2023', '2023.01.0', true],
  ['*', '9007199254740992.0.0', undefined],
];

const long = (length: number): string => `1.0.0-${'a'.repeat(length - 6)}`;

describe('a long version or range', () => {
  it('is invalid from 257 characters on', () => {
    expect(parseVersion(long(256))).to.have.property('text', long(256));
    expect(parseVersion(long(257))).to.equal(undefined);
    expect(parseRange(`>=1 ${'<3 '.repeat(84)}`)?.test('2.0.0')).to.equal(true);
    expect(parseRange(`>=1 ${'<3 '.repeat(85)}`)).to.equal(undefined);
  });
});

describe('versions of buildpacks', () => {
  for (const [text, numbers, prerelease = ''] of VALID) {
    it(`${text} is ${numbers}${prerelease}`, () => {
      const version = parseVersion(text);
      expect(version?.text).to.equal(text);
      expect(version?.numbers.join('.')).to.equal(numbers);
      expect(version?.prerelease.join('.')).to.equal(prerelease);
    });
  }

  for (const text of INVALID) {
    it(`${JSON.stringify(text)} is invalid`, () => expect(parseVersion(text)).to.equal(undefined));
  }

  it('are compared number by number, without build metadata', () => {
    const versions = ASCENDING.flatMap((line, place) => line.map((text) => ({ text, place })));
    for (const a of versions) {
      for (const b of versions) {
        expect(compare(a.text, b.text), `${a.text} and ${b.text}`).to.equal(Math.sign(a.place - b.place));
      }
    }
  });

  it('are sorted from high to low, equal versions by text, invalid versions last', () => {
    expect(sortVersions(['1', 'x', '2-a', '1.0+b', 'b', '2', '1', '10'])).to.deep.include({
      texts: ['10', '2', '2-a', '1.0+b', '1', 'b', 'x'],
      invalid: ['b', 'x'],
    });
  });
});

describe('ranges of versions', () => {
  for (const [range, text, inside] of RANGES) {
    it(`${range} with ${text}: ${inside}`, () => {
      const parsed = parseRange(range);
      const version = parseVersion(text);
      if (parsed === undefined || version === undefined) throw new Error('neither is meant to be unreadable');
      expect(isInRange(version, parsed)).to.equal(inside);
    });
  }

  for (const text of ['', ' ', '1', '1.2', 'v1.2.3', '1.2.3', 'latest', '>=1, <3', '!=1', '=>1', '1.2.3.4']) {
    it(`${JSON.stringify(text)} is invalid`, () => expect(parseRange(text)).to.equal(undefined));
  }
});

function compare(a: string, b: string): number | undefined {
  const [one, other] = [parseVersion(a), parseVersion(b)];
  return one && other && compareVersions(one, other);
}
