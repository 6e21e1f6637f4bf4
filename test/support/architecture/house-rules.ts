import path from 'node:path';
import type { SourceModule } from './source-module.ts';

/** For each use, such as `process.env`, the files and folders that may have it. */
export type Reserved = Readonly<Record<string, readonly string[]>>;

/** Returns a sentence for every reserved use outside its files and folders. */
export function forbiddenUses(modules: readonly SourceModule[], reserved: Reserved): readonly string[] {
  return modules.flatMap((module) =>
    module.uses
      .filter(
        (use) =>
          !(reserved[use] ?? [module.path]).some(
            (place) => module.path === place || module.path.startsWith(`${place}/`),
          ),
      )
      .map((use) => `${module.path} uses ${use}`),
  );
}

/** Returns the files with a vague name, such as `utils.ts`. */
export function vagueNames(modules: readonly SourceModule[]): readonly string[] {
  return modules
    .map((module) => module.path)
    .filter((file) => /^(?:utils?|helpers?|common|misc|shared|stuff)\./.test(path.posix.basename(file)));
}

/** Returns the files with a default export. */
export function defaultExports(modules: readonly SourceModule[]): readonly string[] {
  return modules.filter(({ hasDefaultExport }) => hasDefaultExport).map((module) => module.path);
}

/** Returns the files that import `z` by name. Bundlers then include zod's messages in 50 languages, which costs 6 ms at each start. */
export function namedNamespaces(modules: readonly SourceModule[]): readonly string[] {
  return modules
    .filter(({ imports }) =>
      imports.some(({ target, kind, names }) => target === 'zod' && kind === 'value' && names.includes('z')),
    )
    .map((module) => module.path);
}
