import { expect } from 'chai';
import type { SourceDocument } from '../../../../src/core/model/document.ts';
import type { FieldPath } from '../../../../src/core/model/problem.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

function only(text: string): SourceDocument {
  const { documents, problems } = parseYaml(text, 'in.yaml');
  const [document] = documents;
  expect(problems).to.deep.equal([]);
  if (document === undefined) throw new Error('no document');
  return document;
}

function place(text: string, path: FieldPath, target: 'key' | 'value' = 'value'): string {
  const location = only(text).locate?.(path, target);
  return `${location?.line}:${location?.column}`;
}

describe('parseYaml: values', () => {
  for (const { title, text, value } of [
    { title: 'block style', text: 'a:\n  - b: 1\n    c: x\n', value: { a: [{ b: 1, c: 'x' }] } },
    { title: 'flow style', text: '{a: [{b: 1, c: x}]}', value: { a: [{ b: 1, c: 'x' }] } },
    {
      title: 'JSON with tabs',
      text: '{\n\t"a": [\n\t\t{"b": 1e2, "c": "\\u00e9\\/\\ud83d\\ude00"}\n\t]\n}',
      value: { a: [{ b: 100, c: 'é/😀' }] },
    },
    { title: 'block scalars', text: 'a: |\n  x\n  y\nb: >-\n  x\n  y\n', value: { a: 'x\ny\n', b: 'x y' } },
    { title: 'a last line of white space in a block scalar', text: 'a: |+\n  x\n ', value: { a: 'x\n\n' } },
    { title: 'Windows line breaks', text: 'a: 1\r\nb: |\r\n  x\r\n  y\r\n', value: { a: 1, b: 'x\ny\n' } },
    { title: 'a byte order mark', text: '\uFEFFa: 1\n', value: { a: 1 } },
    { title: 'anchors and aliases', text: 'a: &a [1]\nb: *a\n', value: { a: [1], b: [1] } },
    {
      title: 'merge keys',
      text: 'a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\n',
      value: { a: { x: 1, y: 2 }, b: { x: 1, y: 3 } },
    },
    {
      title: 'a list of merges',
      text: 'a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\n',
      value: { a: { x: 1 }, b: { x: 2, y: 2 }, c: { x: 1, y: 2 } },
    },
    {
      title: 'words and numbers as kubectl does',
      text: '[yes, 012, 0o14, 08, 1_000, "1", "012", ~, true, 2026-01-01]',
      value: [true, 10, 12, 8, 1000, '1', '012', null, true, '2026-01-01'],
    },
    {
      title: 'octal numbers of aliases and merges as kubectl does',
      text: 'a: &a {m: &m 0400, on: 1}\nb: {<<: *a, n: *m}\nc: [*m]\n',
      value: { a: { m: 256, on: 1 }, b: { m: 256, on: 1, n: 256 }, c: [256] },
    },
    { title: 'explicit tags', text: '[!!str 1, !!int "1"]', value: ['1', 1] },
    {
      title: 'a key named __proto__',
      text: '{"__proto__": {"a": 1}}',
      value: JSON.parse('{"__proto__": {"a": 1}}') as unknown,
    },
  ]) {
    it(`reads ${title}`, () => {
      expect(only(text).value).to.deep.equal(value);
    });
  }

  it('reads several documents and omits empty documents', () => {
    const { documents } = parseYaml('---\n# nothing\n---\na: 1\n---\n---\nb: 2\n...\n---\nnull\n', 'in.yaml');
    expect(documents.map(({ value }) => value)).to.deep.equal([{ a: 1 }, { b: 2 }]);
  });

  it('returns no documents for an empty file', () => {
    expect(parseYaml('', 'in.yaml')).to.deep.equal({ documents: [], problems: [] });
  });

  it('takes linear time in the number of documents', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `key${index}: some text, of no special length\n`).join('');
    const workOf = (count: number): number => {
      const text = Array.from({ length: count }, () => lines).join('---\n');
      const start = process.cpuUsage();
      expect(parseYaml(text, 'in.yaml').documents).to.have.length(count);
      return process.cpuUsage(start).user;
    };
    workOf(1000);
    expect(workOf(10_000) / workOf(1000)).to.be.lessThan(50);
  });
});

describe('parseYaml: places', () => {
  for (const { title, text, path, value, key } of [
    { title: 'a scalar', text: 'a: 1\nb:   x\n', path: ['b'], value: '2:6', key: '2:1' },
    { title: 'a block mapping', text: 'a:\n  b: 1\n', path: ['a'], value: '2:3', key: '1:1' },
    { title: 'an item', text: 'a:\n  - 1\n  - b: 2\n', path: ['a', 1], value: '3:5', key: '3:5' },
    { title: 'a field of an item', text: 'a:\n  - 1\n  - b: 2\n', path: ['a', 1, 'b'], value: '3:8', key: '3:5' },
    { title: 'flow style', text: 'x: {a: [1, {b: [c]}]}\n', path: ['x', 'a', 1, 'b', 0], value: '1:17', key: '1:17' },
    { title: 'quoted keys and values', text: `"a b": {'c': "d"}\n`, path: ['a b', 'c'], value: '1:14', key: '1:9' },
    { title: 'an escaped key', text: '"\\u0061": 1\n', path: ['a'], value: '1:11', key: '1:1' },
    { title: 'a key that is a number', text: '{1.0: x}', path: ['1'], value: '1:7', key: '1:2' },
    { title: 'a literal block', text: 'a: |2-  # why | how\n  x\nb: 1\n', path: ['a'], value: '1:4', key: '1:1' },
    { title: 'an empty folded block', text: 'b: 1\na: >', path: ['a'], value: '2:4', key: '2:1' },
    { title: 'a field after a block', text: 'a: |\n  x\n\nb: 1\n', path: ['b'], value: '4:4', key: '4:1' },
    { title: 'a value after an anchor and tag', text: 'a: &x !!str 1\n', path: ['a'], value: '1:13', key: '1:1' },
    { title: 'an alias', text: 'a: &x {b: 1}\nc: *x\n', path: ['c'], value: '2:4', key: '2:1' },
    { title: 'a field of an alias', text: 'a: &x {b: 1}\nc: *x\n', path: ['c', 'b'], value: '1:11', key: '1:8' },
    {
      title: 'a merged field',
      text: 'a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n',
      path: ['c', 'b'],
      value: '1:11',
      key: '1:8',
    },
    {
      title: 'a field of the mapping itself next to a merge key',
      text: 'a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n',
      path: ['c', 'b'],
      value: '4:6',
      key: '4:3',
    },
    { title: 'a key without a value', text: 'a:\nb: 1\n', path: ['a'], value: '1:1', key: '1:1' },
    { title: 'an empty item', text: 'x: 1\na:\n  -\n  - b: 1\n', path: ['a', 0], value: '2:1', key: '2:1' },
    { title: 'a missing field', text: 'a:\n  b: 1\n', path: ['a', 'c', 'd'], value: '2:3', key: '1:1' },
    { title: 'a field missing from the root', text: '# x\n\n a: 1\n', path: ['c'], value: '3:2', key: '3:2' },
    { title: 'Windows line breaks', text: 'a: 1\r\nb:\r\n  c: 1\r\n', path: ['b', 'c'], value: '3:6', key: '3:3' },
    { title: 'old Macintosh line breaks', text: 'a: 1\rb: 2\r', path: ['b'], value: '2:4', key: '2:1' },
    { title: 'a byte order mark', text: '\uFEFFa: 1\n', path: ['a'], value: '1:4', key: '1:1' },
    {
      title: 'characters outside the Basic Multilingual Plane',
      text: '{é😀: {b: 1}}\n',
      path: ['é😀', 'b'],
      value: '1:10',
      key: '1:7',
    },
    { title: 'an explicit key', text: '? a\n: b\n', path: ['a'], value: '2:3', key: '1:3' },
  ] as const) {
    it(`locates ${title}`, () => {
      expect({ value: place(text, path), key: place(text, path, 'key') }).to.deep.equal({ value, key });
    });
  }

  it('locates fields in every document', () => {
    const { documents } = parseYaml('a: 1\n---\n# x\n---\na:  2\n', 'in.yaml');
    const places = documents.map(({ locate }) => locate?.(['a']));
    expect(places).to.deep.equal([
      { file: 'in.yaml', line: 1, column: 4 },
      { file: 'in.yaml', line: 5, column: 5 },
    ]);
  });
});
