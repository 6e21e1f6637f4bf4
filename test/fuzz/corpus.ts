import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'corpus');

/** A case that failed once, and its file. */
export interface KeptCase {
  readonly file: string;
  readonly input: unknown;
}

/** Returns the kept cases of a target. They run before generated cases. */
export function keptCases(target: string): readonly KeptCase[] {
  const folder = path.join(FOLDER, target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ file: name, input: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown }));
}
