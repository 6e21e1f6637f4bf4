import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Program } from './program.ts';

/** Returns the folder of a pinned module in Go's module cache, and downloads the module if necessary. */
export function moduleFolder(group: Program['group'], module: string): string {
  const cwd = path.join(import.meta.dirname, group);
  go(['mod', 'download', module], cwd);
  return go(['list', '-m', '-f', '{{.Dir}}', module], cwd).trim();
}

function go(args: readonly string[], cwd: string): string {
  try {
    return execFileSync('go', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    throw new Error('the test bed is made by Go: install Go 1.26 or newer and put it on the PATH', { cause });
  }
}
