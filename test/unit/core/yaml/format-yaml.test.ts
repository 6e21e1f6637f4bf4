import { expect } from 'chai';
import * as fc from 'fast-check';
import { dump, load } from 'js-yaml';
import type { Json } from '../../../../src/core/model/json.ts';
import { formatYaml } from '../../../../src/core/yaml/format-yaml.ts';
import { codePoint } from '../../../support/code-points.ts';

/** Strings that YAML parsers read differently, or that need quotes, escapes or blocks. */
// oxfmt-ignore
const NASTY = [
  '', ' ', 'y', 'No', 'ON', 'true', 'Null', '~', '012', '0b101', '1_000', '0x1F', '1e3', '.5', '-.inf', '12:30:45',
  '1h0m0s', '500m', '2Gi', '1T1', '0b1k', '2026-01-01', '=', '<<', '-', '- a', '--flag', '-x', '---', '--- a', '...',
  '? a', ': a', 'a: b', 'a #b', 'a#b', 'a:b', 'a:', 'a ', ' a', '#a', '&a', '*a', '!a', '|', '>', '%a', '@a', '`a',
  '{"a": "it\'s"}', '[1]', "it's", '"', 'a\nb', 'a\n', '\n', 'a\n\n', 'a\n\nb\n', '\n a', ' a\nb', 'a\tb', '\t',
  'a\r\nb', 'é', '😀', '\u0000', '\u2028', '\u0085', '\ufeff', '$(params.x)', '{{x}}', 'a, b', '100%', 'sha256:abc',
  'https://a.test/b?c=d#e', 'a\n# b\n\nc', 'a  b', 'a::b',
];

const INVISIBLE = /[\p{DI}\p{Cf}\u007f-\u009f\u2028\u2029]/u;

/** Bidirectional marks and overrides, zero-width and ignorable characters, tags, and variation selectors. */
// oxfmt-ignore
const HIDDEN = [
  '\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b',
  '\u202c', '\u202d', '\u202e', '\u2060', '\u2064', '\u2066', '\u2067', '\u2068', '\u2069', '\u206f', '\u3164', '\ufe0f',
  '\ufeff', '\uffa0', '\ufff9', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e0100}', '\u2028', '\u2029',
];

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string(), fc.string({ unit: codePoint }), words());
const scalar = fc.oneof(text, fc.boolean(), fc.constant(null), fc.integer(), fc.double(), fc.maxSafeInteger());
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(text, tie('json'), { maxKeys: 5 }),
  ),
}));

function words(): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom('a', 'B', '0', ' ', ':', '#', '-', '\n', "'", '"', ',', '.', '_', '$', '~', 'm'),
  });
}

describe('formatYaml', () => {
  it("equals js-yaml's dump, byte for byte, unless a string has invisible characters", () => {
    fc.assert(
      fc.property(json, (value) => {
        const dumped = dump(value, { lineWidth: -1, noRefs: true });
        if (!INVISIBLE.test(dumped)) expect(formatYaml(value)).to.equal(dumped);
      }),
      { numRuns: 1000 },
    );
  });

  it('escapes what a reader cannot see, and is read alike', () => {
    const hidden = fc
      .tuple(text, fc.oneof(fc.constantFrom(...HIDDEN), fc.string({ unit: codePoint })), text)
      .map((parts) => parts.join(''));
    const document = fc.record({
      key: hidden,
      value: hidden,
      items: fc.array(hidden, { maxLength: 3 }),
      other: fc.jsonValue(),
    });
    fc.assert(
      fc.property(document, ({ key, value, items, other }) => {
        const all = JSON.parse(JSON.stringify({ [`x${key}`]: value, nested: { items, other }, value })) as Json;
        const formatted = formatYaml(all);
        expect(formatted).not.to.match(INVISIBLE);
        expect(load(formatted)).to.deep.equal(all);
        expect(formatYaml(value)).not.to.match(INVISIBLE);
      }),
      { numRuns: 1000 },
    );
  });

  it('escapes each invisible character, in the shortest escape that YAML has', () => {
    // js-yaml writes the names of the line separators.
    for (const character of HIDDEN.filter((each) => !/[\u2028\u2029]/.test(each))) {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      const escape = code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
      const lower = formatYaml({ a: `x${character}y` })
        .replace(/\\x(?=[0-9a-f]{2})/i, '\\u00')
        .toLowerCase();
      expect(lower).to.equal(`a: "x${escape.toLowerCase()}y"\n`);
    }
  });

  for (const value of NASTY) {
    it(`formats ${JSON.stringify(value)} like dump, as value, item and key`, () => {
      const document = { value, items: [value, [value]], [value]: 1 };
      expect(formatYaml(document)).to.equal(dump(document, { lineWidth: -1, noRefs: true }));
    });
  }

  it('formats long keys and keys with line breaks like dump', () => {
    const document = { ['k'.repeat(2000)]: { a: [1] }, 'a\nb': [2] };
    expect(formatYaml(document)).to.equal(dump(document, { lineWidth: -1, noRefs: true }));
  });

  // The regular expressions of js-yaml and formatYaml fail on 3 to 9 million characters, depending on the characters.
  for (const [what, long] of [
    ['a long line', 'x'.repeat(12_000_000)],
    ['many lines', 'echo\n'.repeat(800_000)],
    ['many lines with empty lines at the end', `${'echo\n'.repeat(800_000)}\n\n`],
    ['special characters', 'a\u0000\u0085\u2028\uFEFF"\\é😀'.repeat(100_000)],
  ] as const) {
    it(`formats ${what} of several megabytes so that it is read alike`, () => {
      // A string with empty lines at its end is one that js-yaml formats.
      for (const value of [[long], { script: long, other: 'a\n\n' }]) {
        expect(load(formatYaml(value))).to.deep.equal(value);
      }
    });
  }
});
