import type { Json } from '../../../src/core/model/json.ts';

/** A text that kubectl and taskpack read in different ways, on purpose. */
export interface ListedDifference {
  /** The row of the table in docs/reference/input-files.md. */
  readonly row: string;
  readonly text: string;
  /** The documents that the program reads, or a part of its error. */
  readonly kubectl: readonly Json[] | string;
  readonly taskpack: readonly Json[] | string;
}

export const LISTED_DIFFERENCES: readonly ListedDifference[] = [
  {
    row: 'a second object of JSON after one with a fault, or after a byte order mark',
    text: '{"a": 1,}\n{"b": 2}\n',
    kubectl: [{ a: 1 }],
    taskpack: 'is not valid JSON',
  },
  {
    row: 'the same key twice in a mapping',
    text: 'a: 1\na: 2\n',
    kubectl: [{ a: 2 }],
    taskpack: 'duplicate key "a"',
  },
  {
    row: 'a document after `...` without `---`',
    text: 'a: 1\n...\nb: 2\n',
    kubectl: [{ a: 1 }],
    taskpack: [{ a: 1 }, { b: 2 }],
  },
  {
    row: 'several documents whose lines end with a carriage return only',
    text: 'a: 1\r---\rb: 2\r',
    kubectl: [{ a: 1 }],
    taskpack: [{ a: 1 }, { b: 2 }],
  },
  {
    row: 'the character U+0085, U+2028 or U+2029 outside of quotes',
    text: '# a\u2028b: 1\nc: 2\n',
    kubectl: [{ b: 1, c: 2 }],
    taskpack: 'U+2028, which kubectl reads as a line break',
  },
  {
    row: 'the tag `!!binary`',
    text: 'a: !!binary aGk=\n',
    kubectl: [{ a: 'hi' }],
    taskpack: 'unknown tag',
  },
  {
    row: 'a tag of the file itself, such as `!x`',
    text: 'a: !x b\n',
    kubectl: [{ a: 'b' }],
    taskpack: 'unknown tag',
  },
  {
    row: 'a tag directly before a comma',
    text: 'a: [!!str, 1.0]\n',
    kubectl: [{ a: ['1.0'] }],
    taskpack: [{ a: ['', 1] }],
  },
  {
    row: 'the directive `%YAML 1.2`',
    text: '%YAML 1.2\n---\na: 1\n',
    kubectl: 'found incompatible YAML document',
    taskpack: [{ a: 1 }],
  },
  {
    row: 'a value on the line of `---`',
    text: '--- {a: 1}\n',
    kubectl: 'invalid Yaml document separator',
    taskpack: [{ a: 1 }],
  },
  {
    row: 'the escape `\\/` in double quotes',
    text: 'a: "b\\/c"\n',
    kubectl: 'found unknown escape character',
    taskpack: [{ a: 'b/c' }],
  },
  {
    row: 'an empty key, `~` or `null` as a key',
    text: '~: 1\n',
    kubectl: 'unsupported map key',
    taskpack: [{ null: 1 }],
  },
  {
    row: 'a tab in an empty line after a block text',
    text: 'a: |\n  b\n \t\n',
    kubectl: 'found a tab character',
    taskpack: [{ a: 'b\n' }],
  },
];
