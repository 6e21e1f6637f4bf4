import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const FILE = 'docs/kpack-differences.md';

/** A row of the list. */
export interface ListedDifference {
  readonly id: string;
  /** The heading above its table. */
  readonly table: string;
  /** Its other cells: what kpack does, what taskpack does, why. */
  readonly cells: readonly string[];
}

/** Reads the rows of every table in docs/kpack-differences.md. */
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
