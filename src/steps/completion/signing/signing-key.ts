import { sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompletionError } from '../completion-error.ts';
import { readPrivateKey } from './private-key.ts';

/** What signs, and knows its own signatures. */
export interface SigningKey {
  /** In base64. */
  readonly sign: (payload: Uint8Array) => string;
  readonly isOwn: (payload: Uint8Array, signature: string) => boolean;
}

/** The key of a Secret that is mounted; without a cosign.password its password is empty, as for kpack. Rejects with `SigningKeyInvalid`. */
export async function readSigningKey(directory: string): Promise<SigningKey> {
  const file = path.join(directory, 'cosign.key');
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('SigningKeyInvalid', `the signing key ${file} cannot be read`, cause);
  });
  const password = await readFile(path.join(directory, 'cosign.password')).catch(() => Buffer.alloc(0));
  const read = readPrivateKey(pem, password);
  if (read.kind === 'refused') throw new CompletionError('SigningKeyInvalid', `the signing key ${file} ${read.reason}`);
  return signingKey(read.key);
}

function signingKey(key: KeyObject): SigningKey {
  // Ed25519 hashes by itself.
  const hash = key.asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
  return {
    sign: (payload) => sign(hash, payload, key).toString('base64'),
    isOwn: (payload, signature) => verify(hash, payload, key, Buffer.from(signature, 'base64')),
  };
}
