import ignore from 'ignore';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ProjectDescriptor } from './project-descriptor.ts';

/** Removes the files that a descriptor does not want, by patterns as in `.gitignore`; directories stay, as in kpack. */
export function keepFiles(
  workspace: string,
  { kind, patterns }: Exclude<ProjectDescriptor['files'], { kind: 'all' }>,
): void {
  const matcher = ignore({ ignorecase: false }).add([...patterns]);
  const isKept = (file: string): boolean => matcher.ignores(file) === (kind === 'include');
  const walk = (directory: string): void => {
    for (const entry of readdirSync(path.join(workspace, directory), { withFileTypes: true })) {
      const name = path.posix.join(directory, entry.name);
      if (entry.isDirectory()) walk(name);
      else if (!isKept(name)) rmSync(path.join(workspace, name));
    }
  };
  walk('');
}
