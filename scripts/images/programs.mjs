import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCompileCache } from '../compile-cache.mjs';
import { bundleClientNode, bundledText } from '../esbuild.mjs';
import { ROOT } from '../root.mjs';

/** The programs of the steps image in JavaScript, with arguments that run their start-up code. */
const PROGRAMS = [
  { name: 'taskpack', entry: 'src/cli/main.ts', warmUp: ['controller', '--help'] },
  { name: 'prepare', entry: 'src/steps/prepare/main.ts', warmUp: ['--help'] },
  { name: 'completion', entry: 'src/steps/completion/main.ts', warmUp: ['--help'] },
  { name: 'resource', entry: 'src/steps/resource/main.ts', warmUp: ['--help'] },
];

/**
 * Writes the content of `/taskpack` in the steps image for an architecture, and returns the folder. `compiles` is true if the
 * image contains this Node, which can then use the compile cache.
 */
export async function writePrograms(architecture, compiles) {
  const folder = path.join(ROOT, `dist/images/linux-${architecture}/taskpack`);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, name), { recursive: true });
  const clientNode = await bundleClientNode(path.join(folder, 'lib'));
  for (const program of PROGRAMS) await writeProgram(program, folder, { clientNode, compiles });
  writeStaticPrograms(architecture, path.join(folder, 'bin'));
  copyFileSync(path.join(ROOT, 'export-guard/LICENSES.txt'), path.join(folder, 'lib/taskpack-export.LICENSES.txt'));
  return folder;
}

async function writeProgram({ name, entry, warmUp }, folder, { clientNode, compiles }) {
  const text = await bundledText(entry, clientNode);
  const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const lib = path.join(folder, 'lib');
  writeFileSync(path.join(lib, `${file}.cjs`), text);
  // With --predictable, V8 writes the same bytes every time.
  const options = { cwd: lib, nodeOptions: ['--predictable'] };
  if (compiles) writeCompileCache(`${file}.cjs`, `${file}.cache`, warmUp, options);
  const launcher = path.join(folder, 'bin', name);
  writeFileSync(launcher, imageLauncher(file, compiles));
  chmodSync(launcher, 0o755);
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
script.runInThisContext()(createRequire(filename), { exports: {} });
`;
}

/** Writes the waiter and the check before export. */
function writeStaticPrograms(architecture, target) {
  const folder = path.join(ROOT, 'dist/images/entrypoint');
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build-entrypoint.mjs'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('building the static programs failed with the output above');
  for (const name of ['taskpack-entrypoint', 'taskpack-export']) {
    copyFileSync(path.join(folder, `linux-${architecture}`, name), path.join(target, name));
    chmodSync(path.join(target, name), 0o755);
  }
}
