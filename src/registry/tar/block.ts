/** Tar is made of blocks of this size. */
export const BLOCK = 512;

/** The zeros that fill the last block of that many bytes. */
export function padding(length: number): Buffer {
  return Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
}
