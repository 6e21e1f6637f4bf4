import { expect } from 'chai';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

/** The values that kubectl reads for plain scalars. `undefined` if YAML 1.2 gives the same value. */
const READINGS: readonly (readonly [string, boolean | number | undefined])[] = [
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['yES', 'oN', 'nO', 'yess', 'none', 'true', 'True', 'null', '~', 'o', 'Yet'].map(
    (word) => [word, undefined] as const,
  ),
  ...['0', '8080', '-5', '+12', '1.5', '.5', '1e3', '1.', '0x1F', '0o17', '00', '08', '099'].map(
    (same) => [same, undefined] as const,
  ),
  ...['1:30', '12:30:45', '2026-01-01', '_1', '0x', '1.2.3', '1-2', '0b2', '-', '+', '.', '1e'].map(
    (text) => [text, undefined] as const,
  ),
  ['012', 10],
  ['-012', -10],
  ['0_1_2', 10],
  ['1_000', 1000],
  ['1_', 1],
  ['-1_0', -10],
  ['1_0.5', 10.5],
  ['1_0e1', 100],
  ['0b101', 5],
  ['-0b11', -3],
  ['0B11', 3],
  ['0X1f', 31],
  ['-0x1F', -31],
  ['0x1_F', 31],
  ['0O17', 15],
  ['-0o17', -15],
];

describe("kubectl's reading of plain scalars", () => {
  for (const [plain, reading] of READINGS) {
    it(`reads ${plain} as ${reading ?? 'YAML 1.2 does'}`, () => {
      const messages = traps(`a: ${plain}\n`);
      const expected = `kubectl reads ${plain} as the ${typeof reading} ${reading}; quote the value if it is a string`;
      expect(messages).to.deep.equal(reading === undefined ? [] : [expected]);
    });
  }

  for (const plain of [
    '1128342957294899210',
    '-9007199254740993',
    '9007199254740993',
    '0x7fffffffffffffff',
    '0777777777777777777777',
    '9_007_199_254_740_993',
    '!!int 1128342957294899210',
  ]) {
    it(`refuses ${plain}, which would be rounded`, () => {
      const why = 'this integer would be rounded';
      expect(traps(`a: ${plain}\n`)).to.deep.equal([`${why}; quote the value if it is a string`]);
      expect(traps(`{"b": ["x", ${plain}]}`)).to.deep.equal([`${why}; quote the value if it is a string`]);
      if (!plain.startsWith('!')) expect(traps(`${plain}: a\n`)).to.deep.equal([`${why}; quote the key`]);
    });
  }

  for (const plain of ['.inf', '-.Inf', '+.INF', '.nan', '.NaN', '1e400', '-1e999', '!!float .inf']) {
    it(`refuses ${plain}, which JSON cannot hold`, () => {
      expect(traps(`a: ${plain}\n`)).to.deep.equal([
        'infinity and NaN are not numbers of JSON; quote the value if it is a string',
      ]);
    });
  }

  it('keeps the largest exact integers, floats, and quoted numbers of any size', () => {
    const same = [
      '9007199254740991',
      '-9007199254740991',
      '9007199254740992',
      '1000000000000000000',
      '1e21',
      '1.5e300',
      '"1128342957294899210"',
      "'.inf'",
    ];
    expect(traps(same.map((text, index) => `k${index}: ${text}\n`).join(''))).to.deep.equal([]);
  });

  it('ignores scalars that are quoted, tagged or part of a longer text', () => {
    expect(traps(`a: "yes"\nb: 'no'\nc: !!str on\nd: |\n  off\ne: yes sir\nf: >-\n  012\n`)).to.deep.equal([]);
  });

  it('reports keys that kubectl reads differently', () => {
    expect(traps('{on: 1, "off": 2, 010: 3, 11: 4}')).to.deep.equal([
      'kubectl reads the key on as "true"; quote the key',
      'kubectl reads the key 010 as "8"; quote the key',
    ]);
  });

  it('reports the target of an alias once', () => {
    expect(traps('a: &a {c: yes}\nb: *a\nd: {<<: *a}\n')).to.have.length(1);
    expect(traps('a: {<<: {b: no}}\n')).to.have.length(1);
  });

  it('reports only keys before a merge key as overwritten', () => {
    expect(traps('a: &a {x: 1}\nb: {<<: *a, x: 2}\nc: {x: 3, <<: *a}\n')).to.have.length(1);
  });

  it('reports differences below a path only', () => {
    const { documents } = parseYaml('items: [{a: yes}, {a: no}]', 'in.yaml');
    const problems = documents.flatMap(({ kubectlDifferences }) => kubectlDifferences?.(['items', 1], false) ?? []);
    expect(problems.map(({ paths, location }) => ({ paths, location }))).to.deep.equal([
      { paths: [['items', 1, 'a']], location: { file: 'in.yaml', line: 1, column: 23 } },
    ]);
  });

  it('hides secret values, but not keys', () => {
    const { documents } = parseYaml('{a: 0123, y: x}', 'in.yaml');
    const problems = documents.flatMap(({ kubectlDifferences }) => kubectlDifferences?.([], true) ?? []);
    expect(problems.map(({ message }) => message)).to.deep.equal([
      'kubectl reads this value as a number; quote the value if it is a string',
      'kubectl reads the key y as "true"; quote the key',
    ]);
  });
});

function traps(text: string): readonly string[] {
  const { documents } = parseYaml(text, 'in.yaml');
  return documents.flatMap((document) => document.kubectlDifferences?.([], false) ?? []).map(({ message }) => message);
}
