import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './root.mjs';

const DIRECTORY = join(ROOT, 'dist/bundle');
const SOURCES = ['src', 'translators', 'scripts/esbuild.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The command, ready to run. */
export const BUNDLE = join(DIRECTORY, 'taskpack.mjs');

/** Builds the command where it is missing or older than its sources. */
export async function ensureBundle() {
  const built = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (SOURCES.every((source) => newest(join(ROOT, source)) < built)) return;
  console.error('taskpack: building');
  await bundle();
}

/** Directories count too: theirs is the time of the last file removed. */
function newest(path) {
  const stats = statSync(path);
  const below = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...below);
}

/** Builds the command. One that runs meanwhile finds the old files or the new ones, never half of either. */
export async function bundle() {
  const { build } = await import('esbuild');
  const start = new Date();
  const { outputFiles } = await build({ ...OPTIONS, absWorkingDir: ROOT, outdir: DIRECTORY });
  mkdirSync(DIRECTORY, { recursive: true });
  for (const { path, contents } of outputFiles.toSorted((a) => (a.path === BUNDLE ? 1 : -1))) {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, contents, { mode: path === BUNDLE ? 0o755 : 0o644 });
    // As of the start: what was edited since is not in it.
    utimesSync(unfinished, start, start);
    renameSync(unfinished, path);
  }
  const names = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(DIRECTORY)) {
    if (name.endsWith('.mjs') && !names.has(name)) rmSync(join(DIRECTORY, name), { force: true });
  }
}

const OPTIONS = {
  entryPoints: { taskpack: 'src/cli/main.ts' },
  write: false,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  // CommonJS dependencies call `require`, which modules do not have.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  logLevel: 'warning',
};
