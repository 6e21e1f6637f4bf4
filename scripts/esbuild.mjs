import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCompileCache } from './compile-cache.mjs';
import { launcher } from './launcher.mjs';
import { bundledPackages } from './licences/bundled-packages.mjs';
import { licenceNotices } from './licences/notices.mjs';
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

/** The file that runs the `taskpack` command. */
export const BUNDLE = join(DIRECTORY, 'taskpack.mjs');

/** Builds the command if it is missing or older than its sources. */
export async function ensureBundle() {
  const builtAt = statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (SOURCES.every((source) => newest(join(ROOT, source)) < builtAt)) return;
  console.error('taskpack: building');
  await bundle();
}

/** Returns the latest modification time below a path. A directory's own time counts: removing a file changes only that. */
function newest(path) {
  const stats = statSync(path);
  const below = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...below);
}

/** Builds the command. A process that starts the command meanwhile gets the whole old build or the whole new build. */
export async function bundle() {
  const start = new Date();
  mkdirSync(DIRECTORY, { recursive: true });
  const clientNode = await bundleClientNode(DIRECTORY);
  const { text, packages } = await bundledText('src/cli/main.ts', clientNode.file);
  const name = `taskpack-${hashOf(text)}`;
  const code = join(DIRECTORY, `${name}.cjs`);
  writeFileSync(code, text);
  writeCompileCache(code, join(DIRECTORY, `${name}.cache`), SAMPLE, { cwd: ROOT });
  writeFileSync(join(DIRECTORY, 'LICENSES.txt'), licenceNotices(ROOT, [...clientNode.packages, ...packages]));
  writeLauncher(name, start);
  const current = [clientNode.file, `${name}.cjs`, `${name}.cache`];
  for (const file of readdirSync(DIRECTORY)) {
    if (/\.(?:cjs|cache)$/.test(file) && !current.includes(file)) rmSync(join(DIRECTORY, file), { force: true });
  }
}

/** The package is two thirds of the size of the command, and most commands do not use it. */
const CLIENT_NODE = '@kubernetes/client-node';
/** The exports of the package that src/kube uses. */
const CLIENT_NODE_EXPORTS = ['KubeConfig', 'loadYaml'];

/**
 * Bundles @kubernetes/client-node into a file of its own, which is loaded on first use. Returns the file's name and the folders
 * of the bundled packages.
 */
export async function bundleClientNode(directory) {
  const contents = `export { ${CLIENT_NODE_EXPORTS.join()} } from '${CLIENT_NODE}'`;
  const { text, packages } = await built({ stdin: { contents, resolveDir: ROOT } });
  const file = `client-node-${hashOf(text)}.cjs`;
  writeFileSync(join(directory, file), text);
  return { file, packages };
}

/** Returns a whole program as one function of CommonJS's `require` and `module`, and the folders of the bundled packages. */
export async function bundledText(entry, clientNode) {
  const separateClientNode = {
    name: 'separate-client-node',
    setup: ({ onResolve }) =>
      onResolve({ filter: new RegExp(`^${CLIENT_NODE}$`) }, () => ({ path: `./${clientNode}`, external: true })),
  };
  return built({
    entryPoints: [entry],
    plugins: [separateClientNode, smallUndici()],
    banner: { js: '(function (require, module) {' },
    footer: { js: '})' },
  });
}

/** The parts of undici that taskpack does not use: fetch and WebSocket, mocks, interceptors, caches. */
const UNUSED_UNDICI = /^\.\/lib\/(?:web|mock|interceptor|cache)\//;

/**
 * Leaves the unused parts of undici out. Measured with Node 20 as a ratio to `node -e 0`: the prepare step starts in 1.48
 * instead of 1.74 (`prepare --help`, best of 25 runs), and each program is 0.5 MB smaller. Every Build starts two or three
 * such steps.
 */
function smallUndici() {
  const nothing = { contents: 'exports.CacheStorage = class {}', loader: 'js' };
  return {
    name: 'small-undici',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: UNUSED_UNDICI }, ({ importer, path }) =>
        importer.endsWith('/undici/index.js') ? { path, namespace: 'nothing' } : undefined,
      );
      onLoad({ filter: /^/, namespace: 'nothing' }, () => nothing);
    },
  };
}

async function built(options) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    write: false,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    ...options,
  });
  return { text: outputFiles[0].text, packages: bundledPackages(metafile) };
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function writeLauncher(name, builtAt) {
  const unfinished = `${BUNDLE}.${process.pid}`;
  writeFileSync(unfinished, launcher(name), { mode: 0o755 });
  // The time at which the build started: later edits of the sources are not in it.
  utimesSync(unfinished, builtAt, builtAt);
  renameSync(unfinished, BUNDLE);
}
