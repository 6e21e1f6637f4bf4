import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const FILE = 'docs/reference/kpack-differences.md';

/** A row of the document. */
export interface ListedDifference {
  readonly id: string;
  /** The heading of the table. */
  readonly table: string;
  /** The other cells: kpack's behaviour, taskpack's behaviour, the reason. */
  readonly cells: readonly string[];
}

/** Returns the rows of every table in docs/reference/kpack-differences.md. */
export function listedDifferences(): readonly ListedDifference[] {
  const [, ...sections] = readFileSync(path.join(ROOT, FILE), 'utf8').split(/^## /m);
  return sections.flatMap((section) => {
    const [table = '', ...lines] = section.split('\n');
    return lines.flatMap((line) => rowOf(line, table));
  });
}

function rowOf(line: string, table: string): readonly ListedDifference[] {
  const { id, rest } = /^\| `(?<id>[^`]+)` *\|(?<rest>.*)\|$/.exec(line)?.groups ?? {};
  if (id === undefined || rest === undefined) return [];
  return [{ id, table, cells: rest.split('|').map((cell) => cell.trim()) }];
}
