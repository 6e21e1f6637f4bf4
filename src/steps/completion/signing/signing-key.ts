import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { createPrivateKey, type KeyObject, scryptSync, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { objectAt, textAt } from '../../../model/json-field.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../model/json.ts';
import { CompletionError } from '../../step-error.ts';

interface SigningKey {
  /** Returns a signature in base64. */
  readonly sign: (payload: Uint8Array) => string;
  /** True if the signature was made with this key. */
  readonly verify: (payload: Uint8Array, signature: string) => boolean;
}

/** Reads the signing key of a mounted Secret. As in kpack, a missing `cosign.password` means an empty password. Rejects with `SigningKeyInvalid`. */
export async function readSigningKey(directory: string): Promise<SigningKey> {
  const file = path.join(directory, 'cosign.key');
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('SigningKeyInvalid', `cannot read the signing key ${file}`, cause);
  });
  const password = await readFile(path.join(directory, 'cosign.password')).catch(() => Buffer.alloc(0));
  const read = readPrivateKey(pem, password);
  if (read.kind === 'refused') throw new CompletionError('SigningKeyInvalid', `the signing key ${file} ${read.reason}`);
  return signingKey(read.key);
}

function signingKey(key: KeyObject): SigningKey {
  // Ed25519 includes its own hash.
  const hash = key.asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
  return {
    sign: (payload) => sign(hash, payload, key).toString('base64'),
    verify: (payload, signature) => verify(hash, payload, key, Buffer.from(signature, 'base64')),
  };
}

type PrivateKey =
  | { readonly kind: 'key'; readonly key: KeyObject }
  | { readonly kind: 'refused'; readonly reason: string };

const PEM =
  /-----BEGIN ENCRYPTED (?<maker>COSIGN|SIGSTORE) PRIVATE KEY-----(?<body>[^-]*)-----END ENCRYPTED \k<maker> PRIVATE KEY-----/;

/** The scrypt costs of go-securesystemslib (encrypted package). Others are refused, because a high cost could exhaust the step. */
const SCRYPT_COSTS: readonly unknown[] = [32_768, 65_536, 131_072];

const KEY_TYPES: readonly unknown[] = ['ec', 'rsa', 'ed25519'];

/** Decrypts a private key of `cosign generate-key-pair`: PKCS#8 in a NaCl box, whose key is the scrypt hash of the password. */
function readPrivateKey(pem: string, password: Uint8Array): PrivateKey {
  const envelope = parseJson(Buffer.from(PEM.exec(pem)?.groups?.['body'] ?? '', 'base64').toString());
  if (!isJsonObject(envelope))
    return refused('is not an encrypted private key of cosign: create one with cosign generate-key-pair');
  const boxKey = derivedKey(objectAt(envelope, 'kdf'), password);
  const nonce = boxNonce(objectAt(envelope, 'cipher'));
  if (boxKey === undefined || nonce === undefined)
    return refused('is not encrypted with scrypt and nacl/secretbox: create a key with cosign generate-key-pair');
  const pkcs8 = openedBox(bytesAt(envelope, 'ciphertext'), nonce, boxKey);
  return pkcs8 === undefined
    ? refused('cannot be decrypted with cosign.password: correct the password in the Secret')
    : parsed(pkcs8);
}

function derivedKey(kdf: JsonObject, password: Uint8Array): Uint8Array | undefined {
  const { N, r, p } = objectAt(kdf, 'params');
  if (kdf['name'] !== 'scrypt' || typeof N !== 'number' || !SCRYPT_COSTS.includes(N) || r !== 8 || p !== 1)
    return undefined;
  // scrypt needs 128·N·r bytes (RFC 7914 section 2), and Node allows only 32 MiB by default.
  return scryptSync(password, bytesAt(kdf, 'salt'), 32, { N, r, p, maxmem: 256 * N * r });
}

function boxNonce(cipher: JsonObject): Uint8Array | undefined {
  return cipher['name'] === 'nacl/secretbox' ? bytesAt(cipher, 'nonce') : undefined;
}

/** Decrypts a box of NaCl's `crypto_secretbox`. Returns `undefined` if the key is wrong or the box has been changed. */
function openedBox(box: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  try {
    return xsalsa20poly1305(key, nonce).decrypt(box);
  } catch {
    return undefined;
  }
}

function parsed(pkcs8: Uint8Array): PrivateKey {
  try {
    const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    if (KEY_TYPES.includes(key.asymmetricKeyType)) return { kind: 'key', key };
  } catch {
    // The cause is dropped, because it can contain the key.
  }
  return refused('is not an ECDSA, RSA or Ed25519 key: create a key with cosign generate-key-pair');
}

function bytesAt(object: JsonObject, field: string): Uint8Array {
  return Buffer.from(textAt(object, field) ?? '', 'base64');
}

function refused(reason: string): PrivateKey {
  return { kind: 'refused', reason };
}
