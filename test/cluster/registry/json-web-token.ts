import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A signing key and its public key set. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
  /** A JSON Web Key Set (RFC 7517 section 5). */
  readonly keySet: string;
}

/** Creates a P-256 key. */
export function makeSigningKey(id: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' });
  const keySet = JSON.stringify({ keys: [{ ...publicKey, kid: id, alg: 'ES256', use: 'sig' }] });
  return { id, key: privateKey, keySet };
}

/** Creates a JSON Web Token signed with ES256 (RFC 7519; RFC 7518 section 3.4, with a signature that is not DER). */
export function signToken(claims: object, { id, key }: SigningKey): string {
  const content = [{ typ: 'JWT', alg: 'ES256', kid: id }, claims].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
