import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { contentSigner, releaseKey } from '../../../../scripts/signing.mjs';
import { encryptedKey, keyPem } from '../../signing/encrypted-key.ts';

describe('the private key of a release', () => {
  it('is accepted as PKCS#8', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await contentSigner({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
  });

  it('is refused before anything is pushed if it is not a key', async () => {
    const error: unknown = await contentSigner({ key: 'none' }).catch((reason: unknown) => reason);
    expect(String(error)).to.match(/^Error: the signing key \S/);
  });

  it('is refused with another password, whose variable the message names', async () => {
    const key = keyPem(encryptedKey('open sesame'));
    await contentSigner({ key, password: 'open sesame' });
    const error: unknown = await contentSigner({ key, password: 'open barley' }).catch((reason: unknown) => reason);
    expect(String(error)).to.include('with COSIGN_PASSWORD: set the variable to the password of the key');
  });
});

describe('the public key of a release', () => {
  for (const bits of [2048, 3072]) {
    it(`can be an RSA key of ${bits} bits`, () => {
      const pem = rsaKey(bits);
      expect(releaseKey(pem)).to.equal(pem);
    });
  }

  it('is refused if it is an RSA key of 1024 bits', () => {
    expect(() => releaseKey(rsaKey(1024))).to.throw(
      'the public key is an RSA key of 1024 bits, which can be forged: create one with cosign generate-key-pair',
    );
  });

  it('is refused if it is not a key', () => {
    expect(() => releaseKey('')).to.throw(/^the public key is not an ECDSA, RSA or Ed25519 key/);
  });
});

function rsaKey(modulusLength: number): string {
  return generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
}
