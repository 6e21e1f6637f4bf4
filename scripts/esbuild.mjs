import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launcher } from './launcher.mjs';
import { ROOT } from './root.mjs';
import { SAMPLE } from './sample.mjs';

const DIRECTORY = join(ROOT, 'dist/bundle');
const SOURCES = [
  'src',
  'translators',
  'scripts',
  'config/samples',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** The command, ready to run. */
export const BUNDLE = join(DIRECTORY, 'taskpack.mjs');

/** Builds the command where it is missing or older than its sources. */
export async function ensureBundle() {
  const builtAt = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (SOURCES.every((source) => newest(join(ROOT, source)) < builtAt)) return;
  console.error('taskpack: building');
  await bundle();
}

/** Directories count too: theirs is the time of the last file removed. */
function newest(path) {
  const stats = statSync(path);
  const below = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...below);
}

/** Builds the command. Whoever starts it meanwhile gets the old one or the new one, never half of either. */
export async function bundle() {
  const start = new Date();
  mkdirSync(DIRECTORY, { recursive: true });
  const apart = await bundleApart(DIRECTORY);
  const text = await bundledText('src/cli/main.ts', apart);
  const name = `taskpack-${hashOf(text)}`;
  const code = join(DIRECTORY, `${name}.cjs`);
  writeFileSync(code, text);
  const warmUp = [join(ROOT, 'scripts/code-cache.mjs'), code, join(DIRECTORY, `${name}.cache`), ...SAMPLE];
  spawnSync(process.execPath, warmUp, { cwd: ROOT, env: {}, stdio: 'ignore' });
  writeLauncher(name, start);
  for (const file of readdirSync(DIRECTORY)) {
    if (/^(?:taskpack|apart)-.*\.(?:cjs|cache)$/.test(file) && !file.startsWith(name) && file !== apart)
      rmSync(join(DIRECTORY, file), { force: true });
  }
}

/** So large that only reading it would slow down the commands that have no use for it, which are most. */
const APART = '@kubernetes/client-node';
/** What src/kube uses of it. */
const USED = ['KubeConfig', 'loadYaml'];

/** Builds what is loaded apart into a directory, and gives the file's name. */
export async function bundleApart(directory) {
  const text = await built({ stdin: { contents: `export { ${USED.join()} } from '${APART}'`, resolveDir: ROOT } });
  const file = `apart-${hashOf(text)}.cjs`;
  writeFileSync(join(directory, file), text);
  return file;
}

/** All of a program as one function, which is handed what Node hands to a CommonJS module. */
export async function bundledText(entry, apart) {
  const fromApart = {
    name: 'apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: new RegExp(`^${APART}$`) }, () => ({ path: `./${apart}`, external: true })),
  };
  return built({
    entryPoints: [entry],
    plugins: [fromApart, smallUndici()],
    banner: { js: '(function (require, module) {' },
    footer: { js: '})' },
  });
}

/** What of undici nobody here uses, which takes longer to start than all the rest: fetch and sockets of the web, mocks, caches. */
const UNUSED = /^\.\/lib\/(?:web|mock|interceptor|cache)\//;

function smallUndici() {
  const nothing = { contents: 'exports.CacheStorage = class {}', loader: 'js' };
  return {
    name: 'small-undici',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: UNUSED }, ({ importer, path }) =>
        importer.endsWith('/undici/index.js') ? { path, namespace: 'nothing' } : undefined,
      );
      onLoad({ filter: /^/, namespace: 'nothing' }, () => nothing);
    },
  };
}

async function built(options) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    ...options,
  });
  return outputFiles[0].text;
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function writeLauncher(name, builtAt) {
  const unfinished = `${BUNDLE}.${process.pid}`;
  writeFileSync(unfinished, launcher(name), { mode: 0o755 });
  // As of the start: what was edited since is not in it.
  utimesSync(unfinished, builtAt, builtAt);
  renameSync(unfinished, BUNDLE);
}
