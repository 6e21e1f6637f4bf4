import { createHash } from 'node:crypto';
import { digestOf } from '../digest.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** What content must be. */
export interface Expected {
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Checks content piece by piece. */
export interface Check {
  /** Throws `SIZE_MISMATCH` when there is too much, and `DIGEST_MISMATCH` at the last byte. */
  readonly add: (chunk: Uint8Array) => void;
}

/** A check of content that arrives in pieces. Nothing after the last byte is waited for: it fails before that is used. */
export function makeCheck({ digest, size }: Expected, subject: Subject): Check {
  const hash = createHash('sha256');
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.length;
      if (length > size) throw wrongSize(subject, size, 'more');
      hash.update(chunk);
      if (length === size) checkDigest(`sha256:${hash.digest('hex')}`, digest, subject);
    },
  };
}

/** Checks content that is whole. Throws `SIZE_MISMATCH`, `DIGEST_MISMATCH`. */
export function checkBytes(bytes: Uint8Array, { digest, size }: Expected, subject: Subject): void {
  checkSize(bytes.length, size, subject);
  checkDigest(digestOf(bytes), digest, subject);
}

/** Throws `SIZE_MISMATCH` unless they are equal. */
export function checkSize(actual: number, size: number, subject: Subject): void {
  if (actual !== size) throw wrongSize(subject, size, `${actual}`);
}

/** Throws `DIGEST_MISMATCH` unless they are equal. */
export function checkDigest(actual: string, expected: string, subject: Subject): void {
  if (actual === expected) return;
  const sentence = `registry ${subject.registry} has ${actual} in place of ${expected}`;
  throw new RegistryError('DIGEST_MISMATCH', subject, sentence);
}

function wrongSize(subject: Subject, size: number, actual: string): RegistryError {
  const sentence = `registry ${subject.registry} sends ${actual} bytes in place of ${size}`;
  return new RegistryError('SIZE_MISMATCH', subject, sentence);
}
