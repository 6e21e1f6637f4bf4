import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

/** Installs the dependencies if they are missing or older than the lock file. Prints only to standard error. */
export function ensureDependencies() {
  // npm writes this file at the end of an installation.
  const installed = modified(join(ROOT, 'node_modules/.package-lock.json'));
  if (installed !== undefined && installed >= modified(join(ROOT, 'package-lock.json'))) return;
  console.error('taskpack: installing dependencies');
  const { npm_execpath: npm } = process.env;
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const { status } = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('npm ci failed with the output above');
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
