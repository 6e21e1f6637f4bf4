import path from 'node:path';
import type { Import, SourceModule } from './source-module.ts';

/** A row of the import table: the imports that the files of a folder may have besides each other. */
export interface Row {
  /** A folder and its subfolders. `src/*` means the files directly in src. */
  readonly folder: string;
  /** Folders of the project, with their subfolders. `all` means every folder except the tests. */
  readonly folders: readonly string[] | 'all';
  /** Folders of the project from which only types may be imported. */
  readonly typesOf?: readonly string[];
  /** npm packages and Node's modules. `node:*` means all of Node's modules. */
  readonly packages?: readonly string[];
}

/** Returns a sentence for every import that the table does not allow. */
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
  if (!isProjectFile(target)) return isPackageAllowed(target, row.packages ?? []);
  if (rowOf(target, table) === row || mayImport(row, target)) return true;
  return kind === 'type' && (row.typesOf ?? []).some((folder) => isIn(target, folder));
}

function mayImport({ folders }: Row, target: string): boolean {
  return folders === 'all' ? !isIn(target, 'test') : folders.some((folder) => isIn(target, folder));
}

function isPackageAllowed(target: string, packages: readonly string[]): boolean {
  if (target.startsWith('node:') && packages.includes('node:*')) return true;
  return packages.some((allowed) => isIn(target, allowed));
}

function isProjectFile(target: string): boolean {
  return /^(?:src|translators|test|config)\//.test(target);
}

function isIn(target: string, folder: string): boolean {
  return target === folder || target.startsWith(`${folder}/`);
}
