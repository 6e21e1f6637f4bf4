import { expect } from 'chai';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { addBundles, type BundledClaims } from '../../../../src/clients/signing/bundle-referrers.ts';
import { variablePassword } from '../../../../src/clients/signing/key-password.ts';
import { readPrivateKey, type SigningKey } from '../../../../src/clients/signing/signing-key.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { fields, json, list, text, textMap } from '../../../../src/core/model/objects/reader.ts';
import { memoryRegistry, type MemoryRegistry } from './memory-registry.ts';

const HEX = 'a'.repeat(64);
const IMAGE = { registry: 'registry.example.com', repository: 'team/app', digest: `sha256:${HEX}` };
const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';
const SIGNED = 'https://sigstore.dev/cosign/sign/v1';
const [FIRST, SECOND] = ['https://example.com/first', 'https://example.com/second'];

const asManifest = fields({
  mediaType: text,
  artifactType: text,
  config: json,
  layers: list(fields({ mediaType: text, digest: text })),
  subject: json,
  annotations: textMap,
});
const asBundle = fields({ mediaType: text, verificationMaterial: json, dsseEnvelope: fields({ payload: text }) });

describe('Sigstore bundles that refer to an image', () => {
  let registry: MemoryRegistry;
  beforeEach(() => {
    registry = memoryRegistry();
  });

  it('have the manifest and the statement of cosign 3', async () => {
    const { key, pem } = await newKey();
    const digest = await addBundles(registry.client, IMAGE, IMAGE, key, {
      annotations: [{ name: 'buildNumber', value: '7' }],
      attestations: [],
    });
    const [referrer, ...others] = referrers();
    expect(others).to.deep.equal([]);
    expect(referrer).to.include({ digest, artifactType: BUNDLE });
    const manifest = asManifest(JSON.parse(Buffer.from(referrer?.bytes ?? []).toString()));
    const annotations = { 'dev.sigstore.bundle.content': 'dsse-envelope', 'dev.sigstore.bundle.predicateType': SIGNED };
    expect(manifest.raw).to.deep.include({
      artifactType: BUNDLE,
      config: {
        mediaType: 'application/vnd.oci.empty.v1+json',
        digest: 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        size: 2,
      },
      subject: { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest: IMAGE.digest, size: 528 },
      annotations,
    });
    expect(referrer?.annotations).to.deep.equal(annotations);
    const bundle = asBundle(JSON.parse(contentOf(manifest.layers[0]?.digest)));
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
    const hint = createHash('sha256').update(der).digest('base64');
    expect(bundle.raw).to.deep.include({ mediaType: BUNDLE, verificationMaterial: { publicKey: { hint } } });
    expect(JSON.parse(Buffer.from(bundle.dsseEnvelope.payload ?? '', 'base64').toString())).to.deep.equal({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ digest: { sha256: HEX }, annotations: { buildNumber: '7' } }],
      predicateType: SIGNED,
      predicate: {},
    });
  });

  for (const curve of ['P-256', 'P-384', 'ed25519'] as const) {
    it(`are pushed once, with a key of ${curve}`, async () => {
      const { key } = await newKey(curve);
      const digest = await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
      const before = referrers();
      expect(before.map(typeOf)).to.deep.equal([SIGNED, FIRST, SECOND]);
      expect(await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }))).to.equal(digest);
      expect(referrers()).to.equal(before);
    });
  }

  it('have the same bytes for the same Ed25519 key', async () => {
    const { key } = await newKey('ed25519');
    await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
    const before = referrers().map(({ digest }) => digest);
    registry = memoryRegistry();
    await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
    expect(referrers().map(({ digest }) => digest)).to.deep.equal(before);
  });

  it("replace the key's attestations of the same types, and keep its signatures and what others wrote", async () => {
    const [{ key }, { key: stranger }] = [await newKey(), await newKey()];
    await addBundles(registry.client, IMAGE, IMAGE, stranger, claims({ by: 0 }));
    await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
    const before = referrers().map(({ digest }) => digest);
    await addBundles(registry.client, IMAGE, IMAGE, key, {
      ...claims({ by: 2 }),
      annotations: [{ name: 'a', value: 'b' }],
    });
    expect(referrers().map(typeOf)).to.deep.equal([SIGNED, FIRST, SECOND, SIGNED, SECOND, SIGNED, FIRST]);
    const kept = [0, 1, 2, 3, 5].map((place) => before[place]);
    expect(
      referrers()
        .slice(0, 5)
        .map(({ digest }) => digest),
    ).to.deep.equal(kept);
  });

  it('are pushed again if the content of a listed bundle is gone', async () => {
    const { key } = await newKey();
    await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
    for (const { bytes } of referrers()) {
      const { digest = '' } = asManifest(JSON.parse(Buffer.from(bytes).toString())).layers[0] ?? {};
      registry.blobs.delete(digest);
    }
    await addBundles(registry.client, IMAGE, IMAGE, key, claims({ by: 1 }));
    expect(referrers()).to.have.length(6);
  });

  it('are in the repository that the place names', async () => {
    const { key } = await newKey();
    const place = { registry: 'signatures.example.com', repository: 'all' };
    await addBundles(registry.client, IMAGE, place, key, claims({ by: 1 }));
    expect([...registry.referrers.keys()]).to.deep.equal([`signatures.example.com/all@${IMAGE.digest}`]);
  });

  function referrers() {
    return registry.referrers.get(`${IMAGE.registry}/${IMAGE.repository}@${IMAGE.digest}`) ?? [];
  }

  function contentOf(digest = ''): string {
    return Buffer.from(registry.blobs.get(digest) ?? '').toString();
  }
});

function typeOf({ annotations }: { readonly annotations: Readonly<Record<string, string>> }): string | undefined {
  return annotations['dev.sigstore.bundle.predicateType'];
}

function claims(predicate: JsonObject): BundledClaims {
  return {
    annotations: [],
    attestations: [
      { predicateType: FIRST, predicate },
      { predicateType: SECOND, predicate: {} },
    ],
  };
}

async function newKey(
  curve: 'P-256' | 'P-384' | 'ed25519' = 'P-256',
): Promise<{ readonly key: SigningKey; readonly pem: string }> {
  const { privateKey } =
    curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: curve });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const reading = await readPrivateKey(pem, variablePassword(''));
  if (reading.kind === 'refused') throw new Error('the key was refused');
  return { key: reading.key, pem };
}
