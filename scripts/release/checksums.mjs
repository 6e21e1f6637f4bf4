import { createHash } from 'node:crypto';
import { byBytes } from './byte-order.mjs';
import { SIGNATURE, SUMS } from './file-names.mjs';

/** Returns the SHA-256 of a content, in hexadecimal. */
export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the content of SHA256SUMS, for `sha256sum --check`. */
export function checksums(files) {
  const names = [...files.keys()].filter((name) => name !== SUMS && name !== SIGNATURE).toSorted(byBytes);
  return names.map((name) => `${sha256(files.get(name))}  ${name}\n`).join('');
}
