import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The folder of a module that a group pins, in Go's own cache, fetched if it is not there. */
export function moduleFolder(group: string, module: string): string {
  const cwd = path.join(import.meta.dirname, group);
  const go = (...args: readonly string[]): string =>
    execFileSync('go', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  go('mod', 'download', module);
  return go('list', '-m', '-f', '{{.Dir}}', module).trim();
}
