import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ENTRY, programText } from './chunks.mjs';
import { writeCompileCache } from './compile-cache.mjs';
import { launcher } from './launcher.mjs';
import { bundledPackages } from './licences/bundled-packages.mjs';
import { licenceNotices } from './licences/notices.mjs';
import { replaceFile } from './replace-file.mjs';
import { ROOT } from './root.mjs';
import { SAMPLE } from './sample.mjs';

const DIRECTORY = join(ROOT, 'dist/bundle');
const SOURCES = ['src', 'translators', 'scripts', 'config', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The file that runs the `taskpack` command. */
export const BUNDLE = join(DIRECTORY, 'taskpack.cjs');

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
  const separate = await bundleSeparateFiles(DIRECTORY);
  const { text, packages } = await bundledText('src/cli/main.ts', separate.files);
  const name = `taskpack-${hashOf(text)}`;
  const code = join(DIRECTORY, `${name}.cjs`);
  // Another process that builds the same sources may already use the file.
  replaceFile(code, text);
  // A relative path, because the cache contains the path.
  writeCompileCache(relative(ROOT, code), join(DIRECTORY, `${name}.cache`), SAMPLE, { cwd: ROOT });
  writeFileSync(join(DIRECTORY, 'LICENSES.txt'), licenceNotices(ROOT, [...separate.packages, ...packages]));
  writeLauncher(name, start);
  const current = [basename(BUNDLE), ...Object.values(separate.files), `${name}.cjs`, `${name}.cache`];
  for (const file of readdirSync(DIRECTORY)) {
    if (/\.(?:cjs|mjs|cache)$/.test(file) && !current.includes(file)) rmSync(join(DIRECTORY, file), { force: true });
  }
}

/**
 * The parts of the command that most commands do not use. Each is a file of its own, which is loaded on first use. `matches`
 * are the imports of the part. `code` returns the file's text, which is otherwise the bundle.
 */
const SEPARATE = {
  // Two thirds of the size of the command.
  'client-node': {
    matches: /^@kubernetes\/client-node$/,
    entry: {
      stdin: { contents: "export { Exec, KubeConfig, loadYaml } from '@kubernetes/client-node'", resolveDir: ROOT },
    },
  },
  // OpenTelemetry's SDK. Its modules are a quarter of the size of its CommonJS, because esbuild drops unused parts.
  'build-tracer': {
    matches: /\/tracing\/build-tracer\.ts$/,
    entry: { entryPoints: ['src/insight/tracing/build-tracer.ts'], mainFields: ['module', 'main'] },
  },
  // The script of the dashboard's page as a text, for browsers of the last two years.
  'dashboard-page': {
    matches: /^taskpack-dashboard-page$/,
    entry: {
      entryPoints: ['src/insight/dashboard/page/main.ts'],
      tsconfig: 'src/insight/dashboard/page/tsconfig.json',
      platform: 'browser',
      target: 'es2023',
      format: 'iife',
      minify: true,
    },
    code: (script) => `exports.SCRIPT = ${JSON.stringify(script)};\n`,
  },
};

/** Writes the separate files. Returns their names by part, and the folders of the bundled packages. */
export async function bundleSeparateFiles(directory) {
  const files = {};
  const packages = [];
  for (const [name, { entry, code = (text) => text }] of Object.entries(SEPARATE)) {
    const { chunks, packages: bundled } = await built(entry);
    const text = code(chunks[0].text);
    files[name] = `${name}-${hashOf(text)}.cjs`;
    replaceFile(join(directory, files[name]), text);
    packages.push(...bundled);
  }
  return { files, packages };
}

/**
 * Returns a whole program as one function of CommonJS's `require`, and the folders of the bundled packages. `files` are the
 * names of the separate files.
 */
export async function bundledText(entry, files) {
  const { chunks, packages } = await built({
    entryPoints: { [ENTRY]: entry },
    outdir: '.',
    plugins: [separateFiles(files), smallUndici()],
    format: 'esm',
    splitting: true,
  });
  return { text: await programText(chunks, TARGET), packages };
}

function separateFiles(files) {
  return {
    name: 'separate-files',
    setup: ({ onResolve }) => {
      for (const [name, { matches }] of Object.entries(SEPARATE))
        onResolve({ filter: matches }, () => ({ path: `./${files[name]}`, external: true }));
    },
  };
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

/** Mistakes in packages that do no harm. */
const HARMLESS = { 'equals-negative-zero': 'silent', 'impossible-typeof': 'silent' };

const TARGET = { platform: 'node', target: 'node20', logLevel: 'warning', logOverride: HARMLESS };

async function built(options) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    write: false,
    metafile: true,
    bundle: true,
    loader: { '.yaml': 'text' },
    format: 'cjs',
    ...TARGET,
    ...options,
  });
  const filesOf = Object.fromEntries(
    Object.entries(metafile.outputs).map(([output, { inputs }]) => [basename(output), filesWithCode(inputs)]),
  );
  const chunks = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return { name, text, files: filesOf[name] };
  });
  return { chunks, packages: bundledPackages(metafile) };
}

function filesWithCode(inputs) {
  return Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
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
