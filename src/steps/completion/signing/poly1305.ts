const PRIME = 2n ** 130n - 5n;

/** The bits of `r` that stay (RFC 8439 section 2.5). */
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** The Poly1305 tag of a message, by a key of 32 bytes that is used once (RFC 8439 section 2.5). */
export function poly1305(message: Uint8Array, key: Uint8Array): Uint8Array {
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

/** Of bytes, the least first. */
function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes.toReversed()).toString('hex')}`);
}
