import path from 'node:path';
import type { Import, SourceModule } from './source-module.ts';

/** One line of the import table: what the files of a folder may import beside each other. */
export interface Row {
  /** A folder with all below it; `src/*` is the files in src itself. */
  readonly folder: string;
  /** Folders of ours, with all below them; `all`: all but the tests. */
  readonly ours: readonly string[] | 'all';
  /** Folders of ours of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages and modules of Node; `node:*`: all of Node's. */
  readonly others?: readonly string[];
}

/** Every import that the table does not allow, as a sentence. */
export function forbiddenImports(modules: readonly SourceModule[], table: readonly Row[]): readonly string[] {
  return modules.flatMap((module) => {
    const row = rowOf(module.path, table);
    if (row === undefined) return [`${module.path} is in no folder of the table`];
    return module.imports
      .filter((imported) => !isAllowed(imported, row, table))
      .map(({ target, kind }) => `${module.path} imports ${kind === 'type' ? 'types of ' : ''}${target}`);
  });
}

function rowOf(file: string, table: readonly Row[]): Row | undefined {
  return table.find(({ folder }) =>
    folder.endsWith('/*') ? path.posix.dirname(file) === folder.slice(0, -2) : isIn(file, folder),
  );
}

function isAllowed({ target, kind }: Import, row: Row, table: readonly Row[]): boolean {
  if (!isOurs(target)) return isOtherAllowed(target, row.others ?? []);
  if (rowOf(target, table) === row || mayImport(row, target)) return true;
  return kind === 'type' && (row.types ?? []).some((folder) => isIn(target, folder));
}

function mayImport({ ours }: Row, target: string): boolean {
  return ours === 'all' ? !isIn(target, 'test') : ours.some((folder) => isIn(target, folder));
}

function isOtherAllowed(target: string, others: readonly string[]): boolean {
  if (target.startsWith('node:') && others.includes('node:*')) return true;
  return others.some((other) => isIn(target, other));
}

function isOurs(target: string): boolean {
  return /^(?:src|translators|test)\//.test(target);
}

function isIn(target: string, folder: string): boolean {
  return target === folder || target.startsWith(`${folder}/`);
}
