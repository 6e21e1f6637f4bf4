import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const FILE = 'docs/kpack-differences.md';

/** A row of the list. */
export interface ListedDifference {
  readonly id: string;
  /** Its other cells: what kpack does, what taskpack does, why. */
  readonly cells: readonly string[];
}

/** Reads the rows of every table in docs/kpack-differences.md. */
export function listedDifferences(): readonly ListedDifference[] {
  const lines = readFileSync(path.join(ROOT, FILE), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const { id, rest } = /^\| `(?<id>[^`]+)` *\|(?<rest>.*)\|$/.exec(line)?.groups ?? {};
    return id === undefined || rest === undefined ? [] : [{ id, cells: rest.split('|').map((cell) => cell.trim()) }];
  });
}
