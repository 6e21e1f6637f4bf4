import { expect } from 'chai';
import * as fc from 'fast-check';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

interface Written {
  readonly values: readonly unknown[];
  readonly problems: readonly string[];
}

function read(text: string): Written {
  const { documents, problems } = parseYaml(text, 'in.yaml');
  return { values: documents.map(({ value }) => value), problems: problems.map(formatProblem) };
}

/** Texts that YAML 1.2 forbids because of their indentation. kubectl (sigs.k8s.io/yaml 1.6) reads these values. */
const TOLERATED: readonly (readonly [string, unknown])[] = [
  ['a: [\n1, 2\n]\nb: 1\n', { a: [1, 2], b: 1 }],
  ['a:\n  args: [\n    "x"\n  ]\n  b: {\n  }\n', { a: { args: ['x'], b: {} } }],
  ['- a: [\n  x: 1\n  ]\n', [{ a: [{ x: 1 }] }]],
  ['- - a: [\n   1]\n', [[{ a: [1] }]]],
  ['a:\n  b: [\n\n# a comment: ] }\n]\n', { a: { b: [] } }],
  ['a: [x,\n\n# a comment\ny\nz]\n', { a: ['x', 'y z'] }],
  ['a: &x !!seq [\r\n]\r\nb: *x\r\n', { a: [], b: [] }],
  ['a: {b: {\n},\nc: [{\n}\n]}\n', { a: { b: {}, c: [{}] } }],
  ['a: [\n\t1\n\t]\n', { a: [1] }],
  ['a:\t[1,\t2]\n', { a: [1, 2] }],
  ['a: {b:\t1\t,\tc: 2\t}\n', { a: { b: 1, c: 2 } }],
  ['a: "x\n\n  \ny\\\n z"\n', { a: 'x\n\nyz' }],
  ["a:\n  b: 'x\ny'\n", { a: { b: 'x y' } }],
  ['a: {b: "x\ny", c: d\ne}\n', { a: { b: 'x y', c: 'd e' } }],
];

describe('indentation inside brackets and quotes', () => {
  for (const [text, value] of TOLERATED) {
    it(`reads ${JSON.stringify(text)} as kubectl does`, () => {
      expect(read(text)).to.deep.equal({ values: [value], problems: [] });
    });
  }

  it('is corrected in every document of a file, and nowhere else', () => {
    const text = 'a: [\n]\n---\nb: |\n  c: [\n"]": x\n---\nc: [\n# ]\n]\nd: >\n  [\n  ]\n...\n---\ne: [\n]\n';
    expect(read(text)).to.deep.equal({
      values: [{ a: [] }, { b: 'c: [\n', ']': 'x' }, { c: [], d: '[ ]\n' }, { e: [] }],
      problems: [],
    });
  });

  it('does not move the places of problems', () => {
    const [document] = parseYaml('a: [\n{b: 1},\n"c\nd"]\ne:\t[1,\t2]\nf:  x\n', 'in.yaml').documents;
    const places = [['a', 0, 'b'], ['a', 1], ['e', 1], ['f']].map((path) => document?.locate?.(path));
    expect(places.map((place) => `${place?.line}:${place?.column}`)).to.deep.equal(['2:5', '3:1', '5:8', '6:5']);
  });

  for (const [text, problem] of [
    ['a: [1,\nb: 2\nc: 3\n', '3:1 is not valid YAML: a comma is missing, or a bracket or quote above is not closed'],
    ['a: [x # y\nz]\n', '2:1 is not valid YAML: a comma is missing, or a bracket or quote above is not closed'],
    ['a: [\n---\nb: 1\n', '2:1 is not valid YAML: a bracket or quote is not closed'],
    ['a: [\n]\nb: [1, {]\n', '3:9 is not valid YAML: missed comma between flow collection entries'],
    ['a: [\n]\nb: c: d\n', '3:5 is not valid YAML: quote a value that has a colon and a space, or begin a new line'],
    ['a: "x\n', '1:4 is not valid YAML: this quote is not closed'],
    ['a: [\n]\nb: 1\nb: 2\n', '4:1 duplicate key "b"'],
    ['a: [\n]\nb: *c\n', '3:5 this alias refers to no anchor; quote a value that begins with *'],
  ] as const) {
    it(`reports the place of the fault in ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.deep.equal({ values: [], problems: [`in.yaml:${problem}`] });
    });
  }

  it('is corrected in a text with many such lines', () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `---\na${index}: [\n1,\n2\n]\n`).join('');
    expect(read(text).values).to.have.length(2_000);
  });

  it('does not change a value, however the text is laid out', () => {
    fc.assert(
      fc.property(arbitraryValue, fc.infiniteStream(fc.nat(99)), (value, stream) => {
        const choose = (count: number): number => Number(stream.next().value) % count;
        expect(read(`root: ${layOut(value, choose)}\nlast: |\n  ]\n  }\n`)).to.deep.equal({
          values: [{ root: value, last: ']\n}\n' }],
          problems: [],
        });
      }),
    );
  });
});

const arbitraryText = fc.constantFrom(
  'x',
  'a b',
  '',
  ']',
  '} # no comment',
  'it\'s "quoted"',
  '---',
  'a: [',
  'two\nlines',
);

const { value: arbitraryValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(arbitraryText, fc.integer({ min: 0, max: 9 }), fc.constantFrom(true, null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c d', ']'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const BREAKS = ['', ' ', '\n', '\n  ', '\n\t', '\t', ' # a [comment\n', '\r\n', '\n\n', '\n        '];

/** Writes a value in flow style, with white space, line breaks and comments between its tokens. */
function layOut(value: unknown, choose: (count: number) => number): string {
  const gap = (): string => BREAKS[choose(BREAKS.length)] ?? '';
  const list = (items: readonly string[]): string => items.map((item) => `${gap()}${item}${gap()}`).join(',');
  if (Array.isArray(value)) return `[${list(value.map((item) => layOut(item, choose)))}${gap()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${gap()}${layOut(item, choose)}`);
  return `{${list(entries)}${gap()}}`;
}

describe('too many lines without indentation', () => {
  it('are an error that says so', () => {
    const { documents, problems } = parseYaml(
      `steps: [\n${'{name: a, image: x, script: a},\n'.repeat(1_500)}]\n`,
      'in.yaml',
    );
    expect(documents).to.deep.equal([]);
    expect(problems.map(({ message }) => message).join()).to.include(
      'the file has too many such lines for taskpack to indent',
    );
  });
});
