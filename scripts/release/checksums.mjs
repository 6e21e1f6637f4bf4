import { createHash } from 'node:crypto';
import { byBytes } from './byte-order.mjs';
import { BUNDLE, SIGNATURE, SUMS } from './file-names.mjs';

/** Returns the SHA-256 of a content, in hexadecimal. */
export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the content of SHA256SUMS, for `sha256sum --check`. */
export function checksums(files) {
  const names = [...files.keys()].filter((name) => ![SUMS, SIGNATURE, BUNDLE].includes(name)).toSorted(byBytes);
  return names.map((name) => `${sha256(files.get(name))}  ${name}\n`).join('');
}
