import * as fc from 'fast-check';
import { type Node, PLAIN_SCALARS, QUOTED_SCALARS, scalar } from './arbitrary-scalar.ts';

/** The end of a line. */
const lineEnd = fc.constantFrom('', '', '', '', ' ', '\t', '  # note', ' \t# note');

/** White space between the tokens of a flow collection, with line breaks to any indentation. */
const flowGap = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('', ' ') },
  { weight: 3, arbitrary: fc.nat(5).map((count) => `\n${' '.repeat(count)}`) },
  { weight: 1, arbitrary: fc.constantFrom(' # note\n  ', '\t', '\n\n  ') },
);

const flowKey = fc.uniqueArray(fc.constantFrom('k', '"q"', 'l', 'm n', 'o', '? p', '1', 'on'), { maxLength: 2 });

/** Plain scalars of flow collections that consist of indicators, or end with one. */
const INDICATORS = ['-', '-', '--', '-:', 'x:', '--y:', '-?', '?x'];

const { flow } = fc.letrec<{ flow: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 1, depthIdentifier: 'flow' },
    fc.constantFrom(
      ...PLAIN_SCALARS.filter((text) => !/[,:?]|^!!str$/.test(text)),
      ...QUOTED_SCALARS,
      ...INDICATORS,
      '*a',
    ),
    tie('flow'),
  ),
  flow: fc
    .record({
      isMapping: fc.boolean(),
      keys: flowKey,
      item: fc.tuple(tie('item'), tie('item')),
      colon: fc.constantFrom(': ', ': ', ': ', ' : ', ':\n  '),
      gaps: fc.tuple(flowGap, flowGap, flowGap),
      comma: fc.constantFrom('', '', ','),
    })
    .map(({ isMapping, keys, item, colon, gaps: [first, between, last], comma }) => {
      const items = keys.map((name, index) => `${isMapping ? name + colon : ''}${item[index] ?? ''}`);
      const inside = `${first}${items.join(`${between}, `)}${items.length > 0 ? comma : ''}${last}`;
      return isMapping ? `{${inside}}` : `[${inside}]`;
    }),
}));

const KEYS = ['c', 'd', 'f', '"e"', "'g'", 'g h', 'x.y/z', 'k-l'];
const ODD_KEYS = ['010', '1.0', 'on', 'y', '0x1F', '1_0', '-l', '*c ', '&k k', '!!str 7', '"o p"'];
const MERGES = ['*a', '*b', '[*a, *b]', '{z: 1, x: 2}', '[*b, {x: 3}]'];

interface Entry {
  readonly key: string;
  readonly value: Node;
  readonly end: string;
}

const key = fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...KEYS) }, fc.constantFrom(...ODD_KEYS));

const merge = fc.option(fc.record({ target: fc.constantFrom(...MERGES), isFirst: fc.boolean() }), {
  freq: 8,
  nil: undefined,
});

const { mapping } = fc.letrec<{ node: Node; mapping: Node; sequence: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'node' },
    { weight: 6, arbitrary: scalar },
    {
      weight: 2,
      arbitrary: flow.map(
        (text): Node =>
          () =>
            text,
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Node>(
        () => '*a',
        () => '[*a, *b]',
      ),
    },
    {
      weight: 1,
      arbitrary: scalar.map(
        (value): Node =>
          (indentation) =>
            `&d ${value(indentation)}`,
      ),
    },
    { weight: 2, arbitrary: tie('mapping') },
    { weight: 2, arbitrary: tie('sequence') },
  ),
  mapping: fc
    .record({
      entries: fc.array(fc.record({ key, value: tie('node'), end: lineEnd }), { minLength: 1, maxLength: 3 }),
      merge,
    })
    .map(({ entries, merge: merged }): Node => {
      const merges = merged === undefined ? [] : [{ key: '<<', value: () => merged.target, end: '' }];
      const all: readonly Entry[] = merged?.isFirst === true ? [...merges, ...entries] : [...entries, ...merges];
      const kept = all.filter((entry, index) => all.findIndex((other) => other.key === entry.key) === index);
      return (indentation) => kept.map((entry) => line(`${entry.key}:`, entry, indentation)).join('');
    }),
  sequence: fc.array(fc.record({ value: tie('node'), end: lineEnd }), { minLength: 1, maxLength: 2 }).map(
    (items): Node =>
      (indentation) =>
        items.map((item) => line('-', item, indentation)).join(''),
  ),
}));

function line(start: string, { value, end }: Omit<Entry, 'key'>, indentation: number): string {
  return `\n${' '.repeat(indentation)}${start} ${value(indentation + 2)}${end}`;
}

/** The anchors that generated aliases name. */
const ANCHORS = 'a: &a {x: 1, c: 2}\nb: &b\n  f: 4\n  d: &c 3';

const SEPARATORS = [
  '---\n',
  '---\n',
  '--- # next\n',
  '---\t\n',
  '--- \n',
  '---\n---\n',
  '---\n# nothing\n',
  '...\n---\n',
  '---\n\uFEFF',
  '---\t# next\n\uFEFF',
];

/** A text with one or two YAML documents. Most are valid, with the line breaks, tabs and indentations of real files. */
export const arbitraryYaml: fc.Arbitrary<string> = fc
  .record({
    start: fc.constantFrom(...Array<string>(8).fill(''), '\uFEFF', '# note\n', '---\n', '\n', '{}\n---\n'),
    documents: fc.array(mapping, { minLength: 1, maxLength: 2 }),
    separator: fc.constantFrom(...SEPARATORS),
    lineBreak: fc.constantFrom(...Array<string>(12).fill('\n'), '\r\n', '\r\n'),
    end: fc.constantFrom('\n', '\n', '\n', '', '\n\n', '\n# end', '\n...\n', '\n---\n'),
  })
  .map(({ start, documents, separator, lineBreak, end }) => {
    const texts = documents.map((content) => ANCHORS + content(0));
    return `${start}${texts.join(`\n${separator}`)}${end}`.replaceAll('\n', lineBreak);
  });

/**
 * A stream of JSON objects without separators. kubectl reads other text after one object as YAML, and refuses it after more.
 */
export const arbitraryStream: fc.Arbitrary<string> = fc
  .record({
    start: fc.constantFrom('', '', '\n', '  '),
    objects: fc.array(
      fc.record({
        value: fc.dictionary(fc.constantFrom('a', '{', '"', 'é😀'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
        indentation: fc.constantFrom(undefined, 1, 2, '\t'),
        gap: fc.constantFrom('', '\n', '\r\n', ' ', '\n\n  '),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    end: fc.constantFrom(
      '',
      '',
      '',
      '\n---\n{"a": 1}',
      '\nb: 2\n',
      '\n---\nb: [-]\n---\nc: 3\n',
      '{"a": 1,}',
      '\n{b: 2}\n',
      'null',
    ),
  })
  .map(({ start, objects, end }) => {
    const texts = objects.map(({ value, indentation, gap }) => JSON.stringify(value, undefined, indentation) + gap);
    return `${start}${texts.join('')}${end}`;
  });
