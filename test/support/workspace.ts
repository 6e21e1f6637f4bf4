import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A test's own directory. */
export interface Workspace {
  readonly path: string;
  /** Writes files, and creates their parent directories. */
  write(files: Readonly<Record<string, string | Buffer>>): void;
  remove(): void;
}

/** Creates an empty directory that its test removes. */
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
