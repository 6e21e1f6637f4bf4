import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  scrypt,
  sign,
  verify,
  type ScryptOptions,
} from 'node:crypto';
import { isJsonObject, type Json, parseJson } from '../../core/model/json.ts';
import { fields, number, text } from '../../core/model/objects/reader.ts';
import type { KeyPassword } from './key-password.ts';

export interface SigningKey {
  /** Returns a signature in base64. */
  readonly sign: (payload: Uint8Array) => string;
  /** True if the signature in base64 was made with this key. */
  readonly verify: (payload: Uint8Array, signature: string) => boolean;
  /** Names the public key in Sigstore bundles, as cosign does: the SHA-256 hash of its SubjectPublicKeyInfo, in base64. */
  readonly hint: string;
}

/** A key, or why there is none. The reason follows the name of the key in a sentence, as in `KEY is not …`. */
export type KeyReading<Key> =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads the private key of `cosign generate-key-pair`. */
export async function readEncryptedKey(pem: string, password: KeyPassword): Promise<KeyReading<SigningKey>> {
  const read = await decryptedKey(pem, password);
  return read.kind === 'key' ? { kind: 'key', key: signingKey(read.key) } : read;
}

/** Reads a private key of `cosign generate-key-pair`, or in PKCS#8 without a password. */
export async function readPrivateKey(pem: string, password: KeyPassword): Promise<KeyReading<SigningKey>> {
  if (PEM.test(pem)) return readEncryptedKey(pem, password);
  const read = privateKey(pem.length, () => createPrivateKey(pem));
  return read.kind === 'key' ? { kind: 'key', key: signingKey(read.key) } : read;
}

function signingKey(key: KeyObject): SigningKey {
  return {
    sign: (payload) => sign(hashFor(key), payload, key).toString('base64'),
    verify: (payload, signature) => verify(hashFor(key), payload, key, Buffer.from(signature, 'base64')),
    hint: createHash('sha256')
      .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
  };
}

/** Ed25519 includes its own hash. */
function hashFor(key: KeyObject): 'sha256' | undefined {
  return key.asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
}

const PEM =
  /-----BEGIN ENCRYPTED (?<maker>COSIGN|SIGSTORE) PRIVATE KEY-----(?<body>[^-]*)-----END ENCRYPTED \k<maker> PRIVATE KEY-----/;

/** The scrypt costs of go-securesystemslib (encrypted package). Others are refused, because a high cost could exhaust the step. */
const SCRYPT_COSTS: readonly unknown[] = [32_768, 65_536, 131_072];

const KEY_TYPES: readonly unknown[] = ['ec', 'rsa', 'ed25519'];

/** Signing with a larger key holds the event loop: users choose the keys that the controller signs builders with. */
const MAX_RSA_BITS = 8_192;

/** A key of 8,192 bits has 5 KB, or 7 KB in PEM. A larger key can have exponents that make a signature take seconds. */
const MAX_KEY_BYTES = 8_192;

const kdf = fields({ name: text, params: fields({ N: number, r: number, p: number }), salt: base64 });

const asEnvelope = fields({ kdf, cipher: fields({ name: text, nonce: base64 }), ciphertext: base64 });

/** Decrypts a private key of `cosign generate-key-pair`: PKCS#8 in a NaCl box, whose key is the scrypt hash of the password. */
async function decryptedKey(pem: string, password: KeyPassword): Promise<KeyReading<KeyObject>> {
  const envelope = parseJson(Buffer.from(PEM.exec(pem)?.groups?.['body'] ?? '', 'base64').toString());
  if (!isJsonObject(envelope))
    return refused('is not an encrypted private key of cosign: create one with cosign generate-key-pair');
  const { kdf: derivation, cipher, ciphertext } = asEnvelope(envelope);
  const boxKey = await derivedKey(derivation, password.value);
  const nonce = cipher.name === 'nacl/secretbox' ? cipher.nonce : undefined;
  if (boxKey === undefined || nonce === undefined)
    return refused('is not encrypted with scrypt and nacl/secretbox: create a key with cosign generate-key-pair');
  const pkcs8 = openedBox(ciphertext, nonce, boxKey);
  return pkcs8 === undefined ? refused(`cannot be decrypted with ${password.name}: ${password.advice}`) : parsed(pkcs8);
}

async function derivedKey(
  { name, params: { N, r, p }, salt }: ReturnType<typeof kdf>,
  password: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (name !== 'scrypt' || N === undefined || !SCRYPT_COSTS.includes(N) || r !== 8 || p !== 1) return undefined;
  // scrypt needs 128·N·r bytes (RFC 7914 section 2), and Node allows only 32 MiB by default.
  return hashed(password, salt, { N, r, p, maxmem: 256 * N * r });
}

/** Hashes on another thread, because a hash takes hundreds of milliseconds. */
async function hashed(password: Uint8Array, salt: Uint8Array, options: ScryptOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, options, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}

/** Decrypts a box of NaCl's `crypto_secretbox`. Returns `undefined` if the key is wrong or the box has been changed. */
function openedBox(box: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  try {
    return xsalsa20poly1305(key, nonce).decrypt(box);
  } catch {
    return undefined;
  }
}

function parsed(pkcs8: Uint8Array): KeyReading<KeyObject> {
  return privateKey(pkcs8.length, () => createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }));
}

/** Reads a private key that can sign. OpenSSL reads keys of which only a signature shows that they are unusable. */
function privateKey(bytes: number, read: () => KeyObject): KeyReading<KeyObject> {
  if (bytes > MAX_KEY_BYTES)
    return refused(`has more than ${MAX_KEY_BYTES} bytes: create a key with cosign generate-key-pair`);
  return supportedKey(() => {
    const key = read();
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) <= MAX_RSA_BITS) signingKey(key).sign(Buffer.of());
    return key;
  });
}

function supportedKey(read: () => KeyObject): KeyReading<KeyObject> {
  try {
    const key = read();
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) > MAX_RSA_BITS)
      return refused(`is an RSA key of more than ${MAX_RSA_BITS} bits: create a key with cosign generate-key-pair`);
    if (KEY_TYPES.includes(key.asymmetricKeyType)) return { kind: 'key', key };
  } catch {
    // The cause is dropped, because it can contain the key.
  }
  return refused('is not an ECDSA, RSA or Ed25519 key: create a key with cosign generate-key-pair');
}

function base64(value: Json | undefined): Uint8Array {
  return Buffer.from(text(value) ?? '', 'base64');
}

function refused(reason: string): KeyReading<never> {
  return { kind: 'refused', reason };
}
