import { createHash } from 'node:crypto';
import { checksums } from '../../../../scripts/release/checksums.mjs';

/** The files of a release, by name. */
export type Files = Map<string, Buffer>;

/** Replaces the text of a file. Throws if the replacement changes nothing. */
export function edit(files: Files, name: string, change: (text: string) => string): void {
  const text = files.get(name)?.toString() ?? '';
  const changed = change(text);
  if (changed === text) throw new Error(`the text of ${name} has not changed`);
  files.set(name, Buffer.from(changed));
}

export function inIndex(files: Files, change: (text: string) => string): void {
  edit(files, 'release.json', change);
}

interface Index {
  readonly images: readonly { readonly name: string; readonly digest: string }[];
  readonly files: readonly object[];
}

export function readIndex(files: Files): Index {
  return JSON.parse(files.get('release.json')?.toString() ?? '') as Index;
}

export function digestIn(files: Files, image: string): string {
  return readIndex(files).images.find(({ name }) => name === image)?.digest ?? '';
}

/** Writes the hashes of release.json and SHA256SUMS again, with those of new files. */
export function seal(files: Files): void {
  const others = [...files].filter(([name]) => !['release.json', 'SHA256SUMS', 'SHA256SUMS.sig'].includes(name));
  const hashes = others
    .map(([name, content]) => ({
      name,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const index = { ...readIndex(files), files: hashes };
  files.set('release.json', Buffer.from(`${JSON.stringify(index, undefined, 2)}\n`));
  files.set('SHA256SUMS', Buffer.from(checksums(files)));
}
