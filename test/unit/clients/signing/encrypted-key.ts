import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { generateKeyPairSync, scryptSync, type KeyObject } from 'node:crypto';

/** The content of an encrypted key. */
export interface Envelope {
  readonly kdf: { readonly name: string; readonly salt: string; readonly params: Readonly<Record<string, number>> };
  readonly cipher: { readonly name: string; readonly nonce: string };
  readonly ciphertext: string;
}

/** The lowest cost that is accepted: the password takes half as long to hash as one of cosign's own. */
const COST = 32_768;
const SALT = Buffer.alloc(32, 'salt');

/** The hash of each password: computing one takes a tenth of a second of processor time. */
const boxKeys = new Map<string, Buffer>();

/** Encrypts a key, by default a new one, as cosign does. */
export function encryptedKey(password: string, privateKey: KeyObject = newKey()): Envelope {
  const nonce = Buffer.alloc(24, 'nonce');
  const params = { N: COST, r: 8, p: 1 };
  const boxKey = boxKeys.get(password) ?? scryptSync(password, SALT, 32, { ...params, maxmem: 256 * COST * params.r });
  boxKeys.set(password, boxKey);
  const box = xsalsa20poly1305(boxKey, nonce).encrypt(privateKey.export({ format: 'der', type: 'pkcs8' }));
  return {
    kdf: { name: 'scrypt', salt: SALT.toString('base64'), params },
    cipher: { name: 'nacl/secretbox', nonce: nonce.toString('base64') },
    ciphertext: Buffer.from(box).toString('base64'),
  };
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** Returns the content of `cosign.key`. */
export function keyPem(key: Envelope): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64');
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} ENCRYPTED SIGSTORE PRIVATE KEY-----\n`);
  return `${begin}${text}\n${end}`;
}
