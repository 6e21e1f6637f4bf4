import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

const problemsOf = (text: string): readonly string[] => parseYaml(text, 'f').problems.map(formatProblem);

const valuesOf = (text: string): readonly unknown[] => {
  expect(problemsOf(text)).to.deep.equal([]);
  return parseYaml(text, 'f').documents.map(({ value }) => value);
};

// test/integration/yaml compares these texts with kubectl.
describe('characters that only kubectl reads as a line break', () => {
  for (const [what, text, place] of [
    ['at the end of a key', 'a: x\u2028b: 2\n', '1:5'],
    ['in a comment', 'c: 1\n# n\u2029a: 1\nb: 2\n', '2:4'],
    ['in a comment behind a value', 'a: 1 # n\u0085 m\n', '1:9'],
    ['in a plain value', 'a: x\u2028  y\n', '1:5'],
    ['in a block', 'a: |\n  x\u2028  y\n', '2:4'],
    ['before a key', '\u2028a: 1\n', '1:1'],
    ['after a value', 'a: 1\u2028\n', '1:5'],
    ['between brackets', '[a,\u2028b]\n', '1:4'],
    ['beside white space in quotes', 'a: "x \u2028y"\n', '1:7'],
    ['in the second of two texts', 'a: "x\u2028y"\nb: x\u2028\n', '2:5'],
    ['in quotes, if it is a next line', "a: 'x\u0085y'\n", '1:6'],
  ] as const) {
    it(`are refused ${what}`, () => {
      const code = /[\u0085\u2029]/.exec(text)?.[0].charCodeAt(0).toString(16).padStart(4, '0') ?? '2028';
      expect(problemsOf(text)).to.deep.equal([
        `f:${place} contains the character U+${code}, which kubectl reads as a line break; remove it, or write \\u${code} in double quotes`,
      ]);
    });
  }

  it('are read in quotes, in JSON and at the end of a comment, as kubectl does', () => {
    expect(valuesOf('a: "x\u2028y"\nb: \'\u2029\u2028\'\n')).to.deep.equal([{ a: 'x\u2028y', b: '\u2029\u2028' }]);
    expect(valuesOf('{ "a": "x \u0085 \u2028" }')).to.deep.equal([{ a: 'x \u0085 \u2028' }]);
    expect(valuesOf('a: 1 # n\u2028\nb: 2\n')).to.deep.equal([{ a: 1, b: 2 }]);
  });
});

describe('a byte order mark after ---', () => {
  it('is ignored, as if the document were a file', () => {
    expect(valuesOf('a: 1\n---\n\uFEFFb: 2\nc: 3\n')).to.deep.equal([{ a: 1 }, { b: 2, c: 3 }]);
    expect(valuesOf('a: 1\r\n--- # next\r\n\uFEFF# note\r\nb: 2\r\n')).to.deep.equal([{ a: 1 }, { b: 2 }]);
    expect(valuesOf('a: 1\n---\n\uFEFF{"b": 2}\n')).to.deep.equal([{ a: 1 }, { b: 2 }]);
  });

  it('counts neither as a line nor as a column', () => {
    const [, document] = parseYaml('a: 1\n---\n\uFEFFb: 2\n', 'f').documents;
    expect(document?.locate?.(['b'], 'key')).to.deep.include({ line: 3, column: 1 });
  });
});
