import { expect } from 'chai';
import { createPrivateKey, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSigningKey } from '../../../../src/steps/completion/sign-image.ts';
import { CompletionError } from '../../../../src/core/model/step-failures/step-error.ts';
import { encryptedKey, keyPem, type Envelope } from './encrypted-key.ts';

/** Made by `cosign generate-key-pair` with this password. */
const FIXTURE = path.join(import.meta.dirname, 'fixtures/cosign');
const PASSWORD = 'open sesame';
const PAYLOAD = Buffer.from('payload');
const WRONG = 'cannot be decrypted with cosign.password: correct the password in the Secret';
const OTHER_CIPHER = 'is not encrypted with scrypt and nacl/secretbox: create a key with cosign generate-key-pair';

const CHEAP = encryptedKey(PASSWORD);

describe("cosign's signing keys", () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-signing-key-'));
    copyFileSync(path.join(FIXTURE, 'cosign.key'), path.join(folder, 'cosign.key'));
    writeFileSync(path.join(folder, 'cosign.password'), PASSWORD);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('sign for the public key that cosign wrote beside them', async () => {
    const key = await readSigningKey(folder);
    const signature = key.sign(PAYLOAD);
    const publicKey = createPublicKey(readFileSync(path.join(FIXTURE, 'cosign.pub')));
    expect(verify('sha256', PAYLOAD, publicKey, Buffer.from(signature, 'base64'))).to.equal(true);
    expect([key.verify(PAYLOAD, signature), key.verify(Buffer.from('other'), signature)]).to.deep.equal([true, false]);
  });

  it('are refused with another or no password', async () => {
    writeKey((key) => key);
    expect((await readSigningKey(folder)).sign(PAYLOAD)).to.be.a('string');
    writeFileSync(path.join(folder, 'cosign.password'), 'open barley');
    expect(await refusal()).to.equal(WRONG);
    rmSync(path.join(folder, 'cosign.password'));
    expect(await refusal()).to.equal(WRONG);
  });

  it('are refused if a byte of the box is changed, or box, nonce or salt are cut short', async () => {
    for (const place of [0, 15, 16]) {
      writeKey(({ ciphertext, ...rest }) => ({ ...rest, ciphertext: changed(ciphertext, place) }));
      expect(await refusal(), `byte ${place}`).to.equal(WRONG);
    }
    writeKey((key) => ({ ...key, ciphertext: 'AAAA' }));
    expect(await refusal()).to.equal(WRONG);
    writeKey((key) => ({ ...key, cipher: { ...key.cipher, nonce: 'AAAA' } }));
    expect(await refusal()).to.equal(WRONG);
    writeKey((key) => ({ ...key, kdf: { ...key.kdf, salt: '' } }));
    expect(await refusal()).to.equal(WRONG);
  });

  it('are refused with other algorithms, and with costs that exhaust the step', async () => {
    writeKey((key) => ({ ...key, cipher: { ...key.cipher, name: 'none' } }));
    expect(await refusal()).to.equal(OTHER_CIPHER);
    writeKey((key) => ({ ...key, kdf: { ...key.kdf, params: { N: 2 ** 30, r: 8, p: 1 } } }));
    expect(await refusal()).to.equal(OTHER_CIPHER);
  });

  it('are refused if signing with them takes too long', async () => {
    writeKey(() => encryptedKey(PASSWORD, rsaKey(8_192)));
    await readSigningKey(folder);
    writeKey(() => encryptedKey(PASSWORD, rsaKey(8_200)));
    expect(await refusal()).to.match(/^is an RSA key of more than 8192 bits: /);
    // OpenSSL computes with every bit of the exponent dp.
    writeKey(() => encryptedKey(PASSWORD, rsaKey(8_192, 8_192)));
    expect(await refusal()).to.match(/^has more than 8192 bytes: /);
  });

  it('are refused if they cannot sign', async () => {
    writeKey(() => encryptedKey(PASSWORD, rsaKey(256)));
    expect(await refusal()).to.match(/^is not an ECDSA, RSA or Ed25519 key: /);
  });

  async function refusal(): Promise<string> {
    const error: unknown = await readSigningKey(folder).catch((reason: unknown) => reason);
    if (!(error instanceof CompletionError)) throw new Error('the key was read', { cause: error });
    expect(error.message.startsWith(`the signing key ${folder}/cosign.key `)).to.equal(true);
    return error.message.slice(`the signing key ${folder}/cosign.key `.length);
  }

  function writeKey(change: (key: Envelope) => Envelope): void {
    writeFileSync(path.join(folder, 'cosign.key'), keyPem(change(CHEAP)));
  }
});

/** An RSA key of this size with wrong numbers, because finding primes takes too long. */
function rsaKey(bits: number, exponentBytes = bits / 16): KeyObject {
  const [n = '', p = ''] = [bits / 8, bits / 16].map((size) => Buffer.alloc(size, 0xff).toString('base64url'));
  const dp = Buffer.alloc(exponentBytes, 0xff).toString('base64url');
  const key = { kty: 'RSA', e: 'AQAB', n, d: n, p, q: p, dp, dq: p, qi: p };
  return createPrivateKey({ format: 'jwk', key });
}

function changed(base64: string, place: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes.toString('base64');
}
