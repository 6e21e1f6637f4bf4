import { createHash } from 'node:crypto';
import { digestOf } from '../../../../core/oci/digest.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/** The expected digest and size of content. */
export interface ContentDescriptor {
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Verifies content chunk by chunk. */
export interface ContentVerifier {
  /** Throws `SIZE_MISMATCH` if there are too many bytes, and `DIGEST_MISMATCH` at the last byte. */
  readonly add: (chunk: Uint8Array) => void;
}

/**
 * Creates a verifier for content that arrives in chunks. It fails at the last byte, before a consumer can use the
 * content.
 */
export function makeVerifier({ digest, size }: ContentDescriptor, subject: Subject): ContentVerifier {
  const hash = createHash('sha256');
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.length;
      if (length > size) throw wrongSize(subject, `more than ${size} bytes`);
      hash.update(chunk);
      if (length === size) verifyDigest(`sha256:${hash.digest('hex')}`, digest, subject);
    },
  };
}

/** Verifies complete content. Throws `SIZE_MISMATCH` or `DIGEST_MISMATCH`. */
export function verifyBytes(bytes: Uint8Array, { digest, size }: ContentDescriptor, subject: Subject): void {
  verifySize(bytes.length, size, subject);
  verifyDigest(digestOf(bytes), digest, subject);
}

/** Throws `SIZE_MISMATCH` unless the sizes are equal. */
export function verifySize(actual: number, size: number, subject: Subject): void {
  if (actual !== size) throw wrongSize(subject, `${actual} bytes instead of ${size}`);
}

/** Throws `DIGEST_MISMATCH` unless the digests are equal. */
export function verifyDigest(actual: string, expected: string, subject: Subject): void {
  if (actual === expected) return;
  const message = `registry ${subject.registry} has content with the digest ${actual} instead of ${expected}`;
  throw new RegistryError('DIGEST_MISMATCH', subject, message);
}

function wrongSize(subject: Subject, received: string): RegistryError {
  return new RegistryError('SIZE_MISMATCH', subject, `registry ${subject.registry} sends ${received}`);
}
