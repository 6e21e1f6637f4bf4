import path from 'node:path';
import type { SourceModule } from './source-module.ts';

/** What only some files or folders may touch: the world outside, which everything else is handed. */
export type Reserved = Readonly<Record<string, readonly string[]>>;

/** Every use of something reserved outside of its places. */
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

/** Every file whose name says nothing. */
export function vagueNames(modules: readonly SourceModule[]): readonly string[] {
  return modules
    .map((module) => module.path)
    .filter((file) => /^(?:utils?|helpers?|common|misc|shared|stuff)\./.test(path.posix.basename(file)));
}

/** Every file with a default export. */
export function defaultExports(modules: readonly SourceModule[]): readonly string[] {
  return modules.filter(({ hasDefaultExport }) => hasDefaultExport).map((module) => module.path);
}

/** Every file that imports zod's namespace as a name, which brings in zod's messages in 50 languages: 6 ms at each start. */
export function namedNamespaces(modules: readonly SourceModule[]): readonly string[] {
  return modules
    .filter(({ imports }) =>
      imports.some(({ target, kind, names }) => target === 'zod' && kind === 'value' && names.includes('z')),
    )
    .map((module) => module.path);
}
