import { timingSafeEqual } from 'node:crypto';
import { poly1305 } from './poly1305.ts';
import { xsalsa20 } from './salsa20.ts';

const TAG = 16;

/** What the first bytes of the key stream are for: the key of the tag. */
const TAG_KEY = 32;

/**
 * Opens a box of NaCl's `crypto_secretbox` (XSalsa20 and Poly1305), which OpenSSL does not know; `undefined` where key,
 * nonce and box do not belong together.
 */
export function openSecretBox(box: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  if (box.length < TAG || nonce.length !== 24 || key.length !== 32) return undefined;
  const [tag, content] = [box.subarray(0, TAG), box.subarray(TAG)];
  const stream = xsalsa20(key, nonce, TAG_KEY + content.length);
  if (!timingSafeEqual(tag, poly1305(content, stream.subarray(0, TAG_KEY)))) return undefined;
  return content.map((byte, index) => byte ^ (stream[TAG_KEY + index] ?? 0));
}
