import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleApart, bundledText } from '../esbuild.mjs';
import { ROOT } from '../root.mjs';

/** What is in the steps image beside the waiter, and what a run of it begins with. */
const PROGRAMS = [
  { name: 'taskpack', entry: 'src/cli/main.ts', warmUp: ['controller', '--help'] },
  { name: 'prepare', entry: 'src/steps/prepare/main.ts', warmUp: ['--help'] },
  { name: 'completion', entry: 'src/steps/completion/main.ts', warmUp: ['--help'] },
  { name: 'resource', entry: 'src/steps/resource/main.ts', warmUp: ['--help'] },
];

/**
 * Writes `/taskpack` of the steps image for an architecture and gives the folder. `compiles` says whether this Node is the
 * image's, so that what it has compiled is of use there.
 */
export async function writePrograms(architecture, compiles) {
  const folder = path.join(ROOT, `dist/images/linux-${architecture}/taskpack`);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, name), { recursive: true });
  const apart = await bundleApart(path.join(folder, 'lib'));
  for (const program of PROGRAMS) await writeProgram(program, folder, { apart, compiles });
  writeWaiter(architecture, path.join(folder, 'bin/taskpack-entrypoint'));
  return folder;
}

async function writeProgram({ name, entry, warmUp }, folder, { apart, compiles }) {
  const text = await bundledText(entry, apart);
  const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const lib = path.join(folder, 'lib');
  writeFileSync(path.join(lib, `${file}.cjs`), text);
  // Predictable: what V8 has compiled is the same bytes every time then.
  const args = ['--predictable', path.join(ROOT, 'scripts/code-cache.mjs'), `${file}.cjs`, `${file}.cache`, ...warmUp];
  if (compiles) spawnSync(process.execPath, args, { cwd: lib, env: {}, stdio: 'ignore' });
  const launcher = path.join(folder, 'bin', name);
  writeFileSync(launcher, imageLauncher(file, compiles));
  chmodSync(launcher, 0o755);
}

/** CommonJS, which starts faster than a module; a V8 that cannot use the cache refuses it and compiles the text instead. */
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

function writeWaiter(architecture, target) {
  const folder = path.join(ROOT, 'dist/images/entrypoint');
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build-entrypoint.mjs'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('taskpack-entrypoint cannot be built');
  copyFileSync(path.join(folder, `linux-${architecture}/taskpack-entrypoint`), target);
  chmodSync(target, 0o755);
}
