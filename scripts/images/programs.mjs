import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCompileCache } from '../compile-cache.mjs';
import { bundledText, bundleSeparateFiles } from '../esbuild.mjs';
import { licenceNotices } from '../licences/notices.mjs';
import { ROOT } from '../root.mjs';

/** The programs of the steps image in JavaScript, with arguments that run their start-up code. */
const PROGRAMS = [
  { name: 'taskpack', entry: 'src/cli/main.ts', warmUp: ['controller', '--help'] },
  { name: 'prepare', entry: 'src/steps/prepare/main.ts', warmUp: ['--help'] },
  { name: 'completion', entry: 'src/steps/completion/main.ts', warmUp: ['--help'] },
  { name: 'resource', entry: 'src/steps/resource/main.ts', warmUp: ['--help'] },
];

/**
 * Writes the content of `/taskpack` in the steps image for an architecture, and returns the folders of the packages that
 * are bundled into the programs, and into the command alone. `node` is the command line that runs the image's Node, which
 * writes its compile caches. Without it, the programs have no compile cache.
 */
export async function writePrograms(architecture, node) {
  const folder = path.join(ROOT, `dist/images/linux-${architecture}/taskpack`);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, name), { recursive: true });
  const separate = await bundleSeparateFiles(path.join(folder, 'lib'));
  const packages = {};
  for (const program of PROGRAMS)
    packages[program.name] = await writeProgram(program, folder, { files: separate.files, node });
  writeStaticPrograms(architecture, path.join(folder, 'bin'));
  const all = [...separate.packages, ...Object.values(packages).flat()];
  writeLicences(folder, all);
  return { steps: all, command: [...separate.packages, ...packages.taskpack] };
}

async function writeProgram({ name, entry, warmUp }, folder, { files, node }) {
  const { text, packages } = await bundledText(entry, files);
  const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const lib = path.join(folder, 'lib');
  writeFileSync(path.join(lib, `${file}.cjs`), text);
  if (node !== undefined) writeCompileCache(`${file}.cjs`, `${file}.cache`, warmUp, { cwd: lib, node });
  const launcher = path.join(folder, 'bin', name);
  writeFileSync(launcher, imageLauncher(file, node !== undefined));
  chmodSync(launcher, 0o755);
  return packages;
}

/** Returns the launcher of a program, in CommonJS because it starts faster than a module. V8 ignores an unusable cache. */
function imageLauncher(file, compiles) {
  const options = compiles ? `{ filename, cachedData: readFileSync('/taskpack/lib/${file}.cache') }` : '{ filename }';
  return `#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { Script } = require('node:vm');
const filename = '/taskpack/lib/${file}.cjs';
const script = new Script(readFileSync(filename, 'latin1'), ${options});
script.runInThisContext()(createRequire(filename));
`;
}

/** The Go programs, with the folders of their modules. */
const GO_PROGRAMS = { 'taskpack-entrypoint': 'fallback-entrypoint', 'taskpack-export': 'export-guard' };

/** Writes the licences of the bundled packages and of the Go modules. */
function writeLicences(folder, packages) {
  const lib = path.join(folder, 'lib');
  writeFileSync(path.join(lib, 'LICENSES.txt'), licenceNotices(ROOT, packages));
  for (const [program, module] of Object.entries(GO_PROGRAMS))
    copyFileSync(path.join(ROOT, module, 'LICENSES.txt'), path.join(lib, `${program}.LICENSES.txt`));
}

/** Writes the waiter and the check before export. */
function writeStaticPrograms(architecture, target) {
  const folder = path.join(ROOT, 'dist/images/entrypoint');
  const script = path.join(ROOT, 'scripts/build-entrypoint.mjs');
  const { status } = spawnSync(process.execPath, [script, folder, architecture], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('building the static programs failed with the output above');
  for (const name of Object.keys(GO_PROGRAMS)) {
    copyFileSync(path.join(folder, `linux-${architecture}`, name), path.join(target, name));
    chmodSync(path.join(target, name), 0o755);
  }
}
