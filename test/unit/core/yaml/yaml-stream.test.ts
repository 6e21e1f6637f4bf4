import { expect } from 'chai';
import * as fc from 'fast-check';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

/** Texts, and the values that kubectl 1.35 reads (apimachinery, YAMLOrJSONDecoder). Of the text with a byte order mark, kubectl drops the second object. */
const READ: readonly (readonly [text: string, values: readonly unknown[]])[] = [
  ['{"a": 1}\n{"b": 2}\n', [{ a: 1 }, { b: 2 }]],
  ['{"a":1}{"b":2}{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
  ['{\n  "a": {\n    "b": "}{"\n  }\n}\n{\n\t"c": ["\\"{", "\\\\"]\n}\n', [{ a: { b: '}{' } }, { c: ['"{', '\\'] }]],
  ['{"a": 1}\r\n{"b": 2}\r\n', [{ a: 1 }, { b: 2 }]],
  ['\uFEFF{"a": 1}\n{"b": 2}', [{ a: 1 }, { b: 2 }]],
  ['\n  {"a": 1}\n\n  {"b": 2}\n\n', [{ a: 1 }, { b: 2 }]],
  ['{"a": 1} null {"b": 2}', [{ a: 1 }, { b: 2 }]],
  ['{"a": 1}\n[2]\n', [{ a: 1 }, [2]]],
  ['{"a": 1}\n---\n{"b": 2}\n', [{ a: 1 }, { b: 2 }]],
  ['{"a": 1}\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ['{"a": 1}\nb: 2\n---\nc: 3\n', [{ a: 1 }, { b: 2 }, { c: 3 }]],
  ['{"a": 1}\n{b: 2,}\n', [{ a: 1 }, { b: 2 }]],
  ["{a: '}', b: {c: 1}} # }{\n", [{ a: '}', b: { c: 1 } }]],
  ['{"a": 1,}\n', [{ a: 1 }]],
  ['a: [-]\nb: [-, x]\nc: [ -, [-]]\nd: {e: -}\n', [{ a: ['-'], b: ['-', 'x'], c: ['-', ['-']], d: { e: '-' } }]],
  ['a: [--flag:, x:y, -y]\nb: {c: d:}\n', [{ a: ['--flag:', 'x:y', '-y'], b: { c: 'd:' } }]],
  ['a: "[-]"\nb: |\n  [-]\nc: # [-]\n  {"d":[1],"e":{}}\n', [{ a: '[-]', b: '[-]\n', c: { d: [1], e: {} } }]],
  ['- -\n- - -\n', [[[null], [[null]]]]],
];

/** Texts that kubectl 1.35 refuses, or of which it drops objects without a message. */
const REFUSED: readonly (readonly [text: string, problem: string])[] = [
  ['{"a": 1}\n{"b": 2}\n{"c": 3,}\n', '3:9 is not valid JSON'],
  ['{"a": 1,}\n{"b": 2}\n', '1:9 is not valid JSON'],
  ['{"a": 1}\n{"b": 2,}\n{"c": 3}\n', '2:9 is not valid JSON'],
  ['{"a": 1}\n{"b": 2}\n---\n{"c": 3}\n', '3:2 is not valid JSON'],
  ['{"a": 1}\n{"b": 2}\nkind: Build\n', '3:1 is not valid JSON'],
  ['{"a": 1}\n{"b": 2}\n{"c": {"d": 3}\n', '4:1 is not valid JSON'],
  ['{"a": 1}\n{"b": "x\ny"}\n{}\n', '2:9 is not valid JSON'],
  ['{"a": 1},\n{"b": 2}\n', '1:9 is not valid YAML'],
  ['{"a": 1}\n{{ .Values.x }}\n{"b": 2}\n', '2:1 is not valid YAML: {{ begins an action of a template'],
  ['[{"a": 1}]\n[{"b": 2}]\n', '2:1 is not valid YAML'],
  ['a: [ - ]\n', '1:6 is not valid YAML'],
  ['a: [x, - y]\n', '1:8 is not valid YAML'],
];

function read(text: string): { readonly values: readonly unknown[]; readonly problems: readonly string[] } {
  const { documents, problems } = parseYaml(text, 'in');
  return { values: documents.map(({ value }) => value), problems: problems.map(formatProblem) };
}

describe('a stream of values', () => {
  for (const [text, values] of READ) {
    it(`is read from ${JSON.stringify(text)}`, () => expect(read(text)).to.deep.equal({ values, problems: [] }));
  }

  for (const [text, problem] of REFUSED) {
    it(`is refused in ${JSON.stringify(text)}`, () => {
      const { values, problems } = read(text);
      expect(values).to.deep.equal([]);
      expect(problems.join('\n')).to.match(new RegExp(`^in:${problem.replaceAll(/[{.]/g, '\\$&')}`));
    });
  }

  it('has the values and places of each of its objects, whatever stands between them', () => {
    const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    const item = fc.record({
      object,
      indentation: fc.constantFrom(undefined, 2, '\t'),
      gap: fc.constantFrom('', '\n', '\r\n', ' ', '\n\n \t'),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        // The key stands at the end of each object, so that a wrong split or place shows.
        const texts = items.map((one, index) =>
          JSON.stringify({ ...one.object, 'the key': index }, undefined, one.indentation),
        );
        const text = texts.map((written, index) => written + (items[index]?.gap ?? '')).join('');
        const { documents, problems } = parseYaml(text, 'in');
        expect(problems).to.deep.equal([]);
        expect(JSON.stringify(documents.map(({ value }) => value))).to.equal(
          JSON.stringify(items.map((one, index) => ({ ...one.object, 'the key': index }))),
        );
        for (const [index, { locate }] of documents.entries()) {
          const offset = texts
            .slice(0, index)
            .reduce((sum, written, at) => sum + written.length + (items[at]?.gap.length ?? 0), 0);
          const key = text.indexOf('"the key"', offset + (texts[index] ?? '').lastIndexOf('"the key"'));
          const lines = text.slice(0, key).split(/\r\n|\r|\n/);
          expect(locate?.(['the key'], 'key')).to.deep.equal({
            file: 'in',
            line: lines.length,
            column: Array.from(lines.at(-1) ?? '').length + 1,
          });
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('indicators in brackets', () => {
  for (const [text, message] of [
    ['a: [?x]\n', 'kubectl reads this ? as the mark of a key; quote the text'],
    ['a: {?x: 1}\n', 'kubectl reads this ? as the mark of a key; quote the text'],
    ['a: [x :]\n', 'kubectl reads the colon as a part of this text; quote the text, or write a space after the colon'],
  ] as const) {
    it(`are reported in ${JSON.stringify(text)}, which kubectl reads differently`, () => {
      const [document] = parseYaml(text, 'in').documents;
      expect(document?.kubectlDifferences?.([], false).map(formatProblem))
        .to.have.length(1)
        .and.match(new RegExp(message.replace('?', '\\?')));
    });
  }

  it('are not reported outside of brackets, in quotes, or where kubectl reads the same', () => {
    const [document] = parseYaml('a: ?x\nb: ["?x", x?]\nc: {"d":[1], "e" :[2]}\nf: {g: }\n? h\n: i\n', 'in').documents;
    expect(document?.kubectlDifferences?.([], false)).to.deep.equal([]);
  });
});
