import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A directory of a test's own. */
export interface Workspace {
  readonly path: string;
  /** Writes files, with the directories that they are in. */
  write(files: Readonly<Record<string, string | Buffer>>): void;
  remove(): void;
}

/** Makes an empty directory for one test, which removes it. */
export function makeWorkspace(): Workspace {
  const directory = mkdtempSync(path.join(tmpdir(), 'taskpack-'));
  return {
    path: directory,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
        writeFileSync(path.join(directory, name), content);
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
