import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { contentSigner } from '../../../../scripts/signing.mjs';
import { encryptedKey, keyPem } from '../../clients/signing/encrypted-key.ts';

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
