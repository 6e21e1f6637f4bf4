import path from 'node:path';
import type { Import, SourceModule } from './source-module.ts';

/** A row of the import table: the imports that the files of a folder may have besides each other. */
export interface Row {
  /** A folder and its subfolders. `src/*` means the files directly in src. */
  readonly folder: string;
  /** Default: the folder. A permission that several rows of one name have is needed if a file of one of these rows needs it. */
  readonly name?: string;
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
    return foreignImports(module, row, table)
      .filter((imported) => !permissionsOf(row).some(({ allows }) => allows(imported)))
      .map(({ target, kind }) => `${module.path} imports ${kind === 'type' ? 'types of ' : ''}${target}`);
  });
}

/** Returns a sentence for every permission of the table without which each import would still be allowed. */
export function unneededPermissions(modules: readonly SourceModule[], table: readonly Row[]): readonly string[] {
  const needed = new Set<string>();
  for (const module of modules) {
    const row = rowOf(module.path, table);
    if (row === undefined) continue;
    for (const imported of foreignImports(module, row, table)) {
      const [permission, ...others] = permissionsOf(row).filter(({ allows }) => allows(imported));
      if (permission !== undefined && others.length === 0) needed.add(permission.text);
    }
  }
  const permissions = new Set(table.flatMap(permissionsOf).map(({ text }) => text));
  return [...permissions].filter((text) => !needed.has(text)).map((text) => `${text}, and does not need to`);
}

function rowOf(file: string, table: readonly Row[]): Row | undefined {
  return table.find(({ folder }) =>
    folder.endsWith('/*') ? path.posix.dirname(file) === folder.slice(0, -2) : isIn(file, folder),
  );
}

/** Returns the imports of packages and of files of other rows. */
function foreignImports({ imports }: SourceModule, row: Row, table: readonly Row[]): readonly Import[] {
  return imports.filter(({ target }) => !isProjectFile(target) || rowOf(target, table) !== row);
}

interface Permission {
  /** `ROW may import FOLDER`. */
  readonly text: string;
  readonly allows: (imported: Import) => boolean;
}

function permissionsOf({ folder, name = folder, folders, typesOf = [], packages = [] }: Row): readonly Permission[] {
  return [
    ...(folders === 'all'
      ? [
          {
            text: `${name} may import all`,
            allows: ({ target }: Import) => isProjectFile(target) && !isIn(target, 'test'),
          },
        ]
      : folders.map((place) => ({
          text: `${name} may import ${place}`,
          allows: ({ target }: Import) => isIn(target, place),
        }))),
    ...typesOf.map((place) => ({
      text: `${name} may import types of ${place}`,
      allows: ({ target, kind }: Import) => kind === 'type' && isIn(target, place),
    })),
    ...packages.map((place) => ({
      text: `${name} may import ${place}`,
      allows: ({ target }: Import) => (place === 'node:*' ? target.startsWith('node:') : isIn(target, place)),
    })),
  ];
}

function isProjectFile(target: string): boolean {
  return /^(?:src|translators|test|config)\//.test(target);
}

function isIn(target: string, folder: string): boolean {
  return target === folder || target.startsWith(`${folder}/`);
}
