import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PLATFORM } from '../../cluster/images/platform.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** The waiter for this machine, built if its sources have changed. */
export function entrypointBinary(): string {
  execFileSync(process.execPath, ['scripts/build-entrypoint.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(ROOT, `dist/entrypoint/linux-${PLATFORM.architecture}/taskpack-entrypoint`);
}
