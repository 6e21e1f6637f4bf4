import { createPrivateKey, scryptSync, type KeyObject } from 'node:crypto';
import { isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import { openSecretBox } from './secret-box.ts';

/** A key to sign with, or why there is none. */
export type PrivateKey =
  { readonly kind: 'key'; readonly key: KeyObject } | { readonly kind: 'refused'; readonly reason: string };

const PEM =
  /-----BEGIN ENCRYPTED (?<maker>COSIGN|SIGSTORE) PRIVATE KEY-----(?<body>[^-]*)-----END ENCRYPTED \k<maker> PRIVATE KEY-----/;

/** The costs that keys are made with; others could be chosen to stop whoever reads them (go-securesystemslib, encrypted). */
const COSTS: readonly unknown[] = [32_768, 65_536, 131_072];

const KEY_TYPES: readonly unknown[] = ['ec', 'rsa', 'ed25519'];

/** Reads a private key as `cosign generate-key-pair` writes it: PKCS#8 in a NaCl box, by scrypt of the password. */
export function readPrivateKey(pem: string, password: Uint8Array): PrivateKey {
  const envelope = parseJson(Buffer.from(PEM.exec(pem)?.groups?.['body'] ?? '', 'base64').toString());
  if (!isJsonObject(envelope))
    return refused('is no encrypted private key of cosign: make one with cosign generate-key-pair');
  const boxKey = derivedKey(objectAt(envelope, 'kdf'), password);
  const nonce = boxNonce(objectAt(envelope, 'cipher'));
  if (boxKey === undefined || nonce === undefined) return refused('is encrypted in a way that cosign does not use');
  const pkcs8 = openSecretBox(bytesAt(envelope, 'ciphertext'), nonce, boxKey);
  return pkcs8 === undefined ? refused('cannot be decrypted with cosign.password') : parsed(pkcs8);
}

function derivedKey(kdf: JsonObject, password: Uint8Array): Uint8Array | undefined {
  const { N, r, p } = objectAt(kdf, 'params');
  if (kdf['name'] !== 'scrypt' || typeof N !== 'number' || !COSTS.includes(N) || r !== 8 || p !== 1) return undefined;
  // Node refuses above 32 MiB unless told; the memory is 128·N·r (RFC 7914 section 2), and a little more.
  return scryptSync(password, bytesAt(kdf, 'salt'), 32, { N, r, p, maxmem: 256 * N * r });
}

function boxNonce(cipher: JsonObject): Uint8Array | undefined {
  return cipher['name'] === 'nacl/secretbox' ? bytesAt(cipher, 'nonce') : undefined;
}

function parsed(pkcs8: Uint8Array): PrivateKey {
  try {
    const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    if (KEY_TYPES.includes(key.asymmetricKeyType)) return { kind: 'key', key };
  } catch {
    // The cause could quote the key.
  }
  return refused('holds no ECDSA, RSA or Ed25519 key');
}

function bytesAt(object: JsonObject, field: string): Uint8Array {
  return Buffer.from(textAt(object, field) ?? '', 'base64');
}

function refused(reason: string): PrivateKey {
  return { kind: 'refused', reason };
}
