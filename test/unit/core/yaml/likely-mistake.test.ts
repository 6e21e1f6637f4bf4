import { expect } from 'chai';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';

const COLON = 'quote a value that has a colon and a space, or begin a new line';
const SPACE = 'a space is missing after this colon';
const QUOTE = 'this quote is not closed';

/** Texts that js-yaml refuses for a reason that does not say what to change. */
const ROWS: readonly (readonly [string, string])[] = [
  ['a: @foo\n', '1:4 quote a value that begins with @'],
  ['a: `foo`\n', '1:4 quote a value that begins with `'],
  ['- x: y\n- %foo%\n', '2:3 quote a value that begins with %'],
  ['a:\n  b: c: d\n', `2:7 ${COLON}`],
  ['a: b: "c"\n', `1:5 ${COLON}`],
  ['- a: b: c\n', `1:7 ${COLON}`],
  ['kind:Build\na: 1\n', `1:5 ${SPACE}`],
  ['a: 1\nkind:Build\n', `2:5 ${SPACE}`],
  ['a: 1\nkind:Build\n\nb:\n  c: 1\n', `2:5 ${SPACE}`],
  ['a:\n  kind:Build\n  b: 1\n', `2:7 ${SPACE}`],
  ["a: 'x\nb: 1\nc: 2\n", `1:4 ${QUOTE}`],
  ["# it's\na: 1\nb: 'x\nc: 2\n", `3:4 ${QUOTE}`],
  ["a: ['x, y]\nb: 1\n", `1:5 ${QUOTE}`],
  ['a: "x\nb: 1\nc: "y"\n', `1:4 ${QUOTE}`],
  ["a: 'x\n# it's\nb: 1\n", `1:4 ${QUOTE}`],
  ['a: "b\n  c"\nd: "\\"x\ne: 1\n', `3:4 ${QUOTE}`],
  ["a: 'it's'\nb: 1\n", "1:8 text follows the closing quote; write '' for a quote within the value"],
  ['a: "x" y\nb: 1\n', '1:8 text follows the closing quote; write \\" for a quote within the value'],
];

describe('a mistake in YAML', () => {
  for (const [text, says] of ROWS) {
    it(`is reported at its place with its cause in ${JSON.stringify(text)}`, () => {
      const [place, ...message] = says.split(' ');
      expect(parseYaml(text, 'in.yaml').problems.map(formatProblem)).to.deep.equal([
        `in.yaml:${place} is not valid YAML: ${message.join(' ')}`,
      ]);
    });
  }

  for (const text of ['a: 1\n b: 2\n', 'a:\n  b: 1\n c: 2\n', 'a: http://x\n b: 1\n', 'a: x\n  http://y\n b: 1\n']) {
    it(`keeps the message of the parser in ${JSON.stringify(text)}, whose indentation is wrong`, () => {
      expect(parseYaml(text, 'in.yaml').problems.map(({ message }) => message)).to.deep.equal([
        'is not valid YAML: bad indentation of a mapping entry',
      ]);
    });
  }

  it('is not a missing space if the item of a list is an address, and the next line is indented too far', () => {
    const text = 'a:\n  - localhost:5000/app\n    b: 1\n';
    expect(parseYaml(text, 'in.yaml').problems.map(formatProblem)).to.deep.equal([
      'in.yaml:3:6 is not valid YAML: bad indentation of a sequence entry',
    ]);
  });

  it('is found in time that grows with the text only', () => {
    const text = `a: ${'"b", '.repeat(100_000)}\n${'- '.repeat(100_000)}\n${'x:    '.repeat(50_000)}\nc: 'd\n`;
    const { user } = process.cpuUsage();
    expect(parseYaml(text, 'in.yaml').problems).to.have.length(1);
    // Processor time, because the machine can be busy.
    expect(process.cpuUsage().user - user).to.be.below(2e6);
  });
});
