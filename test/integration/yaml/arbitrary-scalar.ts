import * as fc from 'fast-check';

/** A node: its text after `key:` or `-`. Further lines stand at the indentation. */
export type Node = (indentation: number) => string;

/** Plain scalars that YAML 1.1, YAML 1.2 and Go read in different ways, and scalars with indicators inside. */
export const PLAIN_SCALARS = [
  ['yes', 'No', 'ON', 'off', 'y', 'N', 'true', 'True', 'FALSE', 'null', 'Null', '~', 'nUll', 'yEs'],
  ['0', '7', '-0', '+1', '-12', '0644', '-017', '08', '019', '0o14', '0O14', '0x1F', '-0xf', '0b101', '0x', '1_000'],
  ['1e3', '1E+2', '1.0', '1.50', '.5', '-.5', '5.', '1_0.5', '.', '1e', '0.1e-2', '1e400', '9007199254740993'],
  ['12:30:45', '190:20', '1:2', '2026-01-01', '2026-01-01T00:00:00Z', '99999999999999999999'],
  ['text', 'two words', 'a:b', 'a#b', 'a,b', '-x', '?x', ':x', '=', '$(x)', 'http://x/?a=b&c', 'é', '😀', 'x\u00A0y'],
  ['!!str 1', '!!str', '!!int "3"', '!!float 1', '!!bool "true"', '!!null ""', '! 1', ''],
].flat();

export const QUOTED_SCALARS = [
  [`''`, `'it''s'`, `'a: b # c'`, `'\\n'`, `""`, `"a\\tb"`, `"\\x41\\u00e9\\U0001F600"`, `"\\e\\0\\_"`],
  [`"yes"`, `'1'`, `"{{ x }}"`, `"a\tb"`, `"\\N\\L\\P"`],
].flat();

/** A text in quotes over two lines. Its second line has any indentation. */
const foldedQuotes = fc
  .record({
    quote: fc.constantFrom('"', "'"),
    first: fc.constantFrom('a', 'a ', 'a:'),
    gap: fc.constantFrom('\n', '\n\n', '\n \t\n'),
    spaces: fc.nat(5),
  })
  .map(
    ({ quote, first, gap, spaces }): Node =>
      () =>
        `${quote}${first}${gap}${' '.repeat(spaces)}b${quote}`,
  );

const foldedPlain = fc.constantFrom('b', 'b # note', '- b', '"b"', '\tb').map(
  (second): Node =>
    (indentation) =>
      `a\n${' '.repeat(indentation)}${second}`,
);

/** A block scalar with any header, and lines with more indentation, white space or nothing. */
const blockScalar = fc
  .record({
    header: fc.constantFrom('|', '>', '|-', '>-', '|+', '>+', '|1', '>2-', '|-2'),
    note: fc.constantFrom('', '', ' # note', ' '),
    lines: fc.array(fc.constantFrom('x', 'x', '  x', '# x', '', ' ', 'x\ty', '- x', 'x: y', 'x\t '), { maxLength: 4 }),
  })
  .map(({ header, note, lines }): Node => (indentation) => {
    const written = lines.map((line) => (line.trim() === '' ? line : `${' '.repeat(indentation)}${line}`));
    return [`${header}${note}`, ...written].join('\n');
  });

export const scalar: fc.Arbitrary<Node> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PLAIN_SCALARS, ...QUOTED_SCALARS).map((text) => () => text) },
  { weight: 1, arbitrary: foldedQuotes },
  { weight: 1, arbitrary: foldedPlain },
  { weight: 2, arbitrary: blockScalar },
);
