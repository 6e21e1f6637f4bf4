import { expect } from 'chai';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { createPublicKey, generateKeyPairSync, scryptSync, verify } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSigningKey } from '../../../src/steps/completion/sign-image.ts';
import { CompletionError } from '../../../src/steps/step-error.ts';

/** Made by `cosign generate-key-pair` with this password. */
const FIXTURE = path.join(import.meta.dirname, 'fixtures/cosign');
const PASSWORD = 'open sesame';
const PAYLOAD = Buffer.from('payload');
const WRONG = 'cannot be decrypted with cosign.password: correct the password in the Secret';
const OTHER_CIPHER = 'is not encrypted with scrypt and nacl/secretbox: create a key with cosign generate-key-pair';

/** A key with the lowest cost that is accepted: its password takes half as long to hash as the fixture's. */
const CHEAP = encryptedKey(32_768);

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

  async function refusal(): Promise<string> {
    const error: unknown = await readSigningKey(folder).catch((reason: unknown) => reason);
    if (!(error instanceof CompletionError)) throw new Error('the key was read', { cause: error });
    expect(error.message.startsWith(`the signing key ${folder}/cosign.key `)).to.equal(true);
    return error.message.slice(`the signing key ${folder}/cosign.key `.length);
  }

  function writeKey(change: (key: Envelope) => Envelope): void {
    const text = Buffer.from(JSON.stringify(change(CHEAP))).toString('base64');
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} ENCRYPTED SIGSTORE PRIVATE KEY-----\n`);
    writeFileSync(path.join(folder, 'cosign.key'), `${begin}${text}\n${end}`);
  }
});

interface Envelope {
  readonly kdf: { readonly name: string; readonly salt: string; readonly params: Readonly<Record<string, number>> };
  readonly cipher: { readonly name: string; readonly nonce: string };
  readonly ciphertext: string;
}

function changed(base64: string, place: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes.toString('base64');
}

/** Encrypts a new key as cosign does. */
function encryptedKey(N: number): Envelope {
  const [salt, nonce] = [Buffer.alloc(32, 'salt'), Buffer.alloc(24, 'nonce')];
  const params = { N, r: 8, p: 1 };
  const boxKey = scryptSync(PASSWORD, salt, 32, { ...params, maxmem: 256 * N * params.r });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const box = xsalsa20poly1305(boxKey, nonce).encrypt(privateKey.export({ format: 'der', type: 'pkcs8' }));
  return {
    kdf: { name: 'scrypt', salt: salt.toString('base64'), params },
    cipher: { name: 'nacl/secretbox', nonce: nonce.toString('base64') },
    ciphertext: Buffer.from(box).toString('base64'),
  };
}
