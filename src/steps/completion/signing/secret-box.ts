import { timingSafeEqual } from 'node:crypto';
import { xsalsa20 } from './salsa20.ts';

const TAG_BYTES = 16;

/** The first bytes of the key stream are the key of the tag. */
const TAG_KEY_BYTES = 32;

/**
 * Decrypts a box of NaCl's `crypto_secretbox` (XSalsa20 and Poly1305), which OpenSSL does not support. Returns `undefined` if
 * the key or the nonce is wrong or the box has been changed.
 */
export function openSecretBox(box: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  if (box.length < TAG_BYTES || nonce.length !== 24 || key.length !== 32) return undefined;
  const [tag, content] = [box.subarray(0, TAG_BYTES), box.subarray(TAG_BYTES)];
  const stream = xsalsa20(key, nonce, TAG_KEY_BYTES + content.length);
  if (!timingSafeEqual(tag, poly1305(content, stream.subarray(0, TAG_KEY_BYTES)))) return undefined;
  return content.map((byte, index) => byte ^ (stream[TAG_KEY_BYTES + index] ?? 0));
}

const PRIME = 2n ** 130n - 5n;

/** The mask for `r` (RFC 8439 section 2.5). */
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** Returns the Poly1305 tag of a message. The key has 32 bytes and is used once (RFC 8439 section 2.5). */
function poly1305(message: Uint8Array, key: Uint8Array): Uint8Array {
  const r = numberOf(key.subarray(0, 16)) & CLAMP;
  const s = numberOf(key.subarray(16, 32));
  let sum = 0n;
  for (let start = 0; start < message.length; start += 16) {
    const piece = message.subarray(start, start + 16);
    const marked = numberOf(piece) + (1n << BigInt(8 * piece.length));
    sum = ((sum + marked) * r) % PRIME;
  }
  const tag = ((sum + s) % 2n ** 128n).toString(16).padStart(32, '0');
  return Buffer.from(tag, 'hex').toReversed();
}

/** Reads a little-endian number. */
function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes.toReversed()).toString('hex')}`);
}
