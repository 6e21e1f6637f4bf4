import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file at once, so that another process never reads a part of the new content. */
export function replaceFile(file, content) {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}
