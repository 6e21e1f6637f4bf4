import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { isSameJson, type JsonObject } from '../../../src/model/json.ts';
import { objectsAt, textAt } from '../../../src/model/json-field.ts';
import { digestOf } from '../../../src/registry/digest.ts';
import { jsonBlob } from '../../../src/registry/image.ts';
import { addAttestations } from '../../../src/signing/attestations.ts';
import { signedEnvelope } from '../../../src/signing/envelope.ts';
import { SBOM_TYPES } from '../../../src/signing/sbom-attachment.ts';
import { signAndAttest, type SignedClaims } from '../../../src/signing/sign-and-attest.ts';
import { attachedTag } from '../../../src/signing/signature-image.ts';
import { addSignature } from '../../../src/signing/signature.ts';
import { variablePassword } from '../../../src/signing/key-password.ts';
import { readPrivateKey, readPublicKey, type SigningKey } from '../../../src/signing/signing-key.ts';
import { PREDICATE_TYPES, statementText } from '../../../src/signing/statement.ts';
import { verifyImage, type FailedClaim } from '../../../src/signing/verification.ts';
import { memoryRegistry, type MemoryRegistry } from './memory-registry.ts';

const IMAGE = { registry: 'registry.example.com', repository: 'team/app', digest: `sha256:${'a'.repeat(64)}` };
const OTHER = { ...IMAGE, digest: `sha256:${'b'.repeat(64)}` };
const PROVENANCE = { buildDefinition: { buildType: 'https://example.com/build' } };
const OF_PROVENANCE = { predicateType: PREDICATE_TYPES.slsaprovenance1, predicate: PROVENANCE };
const BOTH = statementText(IMAGE, OF_PROVENANCE).replace('"subject":[', '"subject":[{"name":"other","digest":{}},');
const SBOM = { spdxVersion: 'SPDX-2.3', name: 'app' };
const TYPES = PREDICATE_TYPES;

describe('what a key says about an image', () => {
  let pair: KeyPair;
  let stranger: KeyPair;
  let registry: MemoryRegistry;
  before(async () => {
    pair = await keyPair('P-256');
    stranger = await keyPair('P-256');
  });
  beforeEach(async () => {
    registry = memoryRegistry();
    await signAndAttest(registry.client, IMAGE, pair.signing, claims());
  });

  it('is verified with the public key', async () => {
    expect(await failures()).to.deep.equal([]);
  });

  it('is written once, and replaced if it changes', async () => {
    const before = registry.tags.get(tag('att'));
    await signAndAttest(registry.client, IMAGE, pair.signing, claims());
    expect(registry.tags.get(tag('att'))).to.equal(before);
    await signAndAttest(registry.client, IMAGE, pair.signing, claims({ ...PROVENANCE, runDetails: {} }));
    expect(typesOf(registry.tags.get(tag('att')))).to.deep.equal([TYPES.spdxjson, TYPES.slsaprovenance1]);
    expect(await failures()).to.deep.equal([
      { claim: 'provenance predicate', reason: 'the predicate differs' },
    ] satisfies FailedClaim[]);
  });

  it('stays beside what another key says', async () => {
    await signAndAttest(registry.client, IMAGE, stranger.signing, claims({ buildDefinition: {} }));
    expect(await failures()).to.deep.equal([]);
    expect(typesOf(registry.tags.get(tag('att')))).to.have.length(4);
  });

  it('fails with another public key by signature', async () => {
    expect((await failures(stranger.verification)).map(({ claim }) => claim)).to.deep.equal([
      'signature',
      'provenance signature',
      'SPDX document signature',
      'SBOM',
    ]);
  });

  for (const [change, alter, claimsFailed] of [
    ['no signature', () => void registry.tags.delete(tag('sig')), ['signature']],
    ['a signature of another digest', async () => signOther(), ['signed digest']],
    ['an altered payload', () => alterBlob('sig'), ['signature']],
    ['no attestations', () => void registry.tags.delete(tag('att')), ['provenance', 'SPDX document', 'SBOM']],
    ['altered attestations', () => alterBlob('att'), ['attestations']],
    ['a provenance about another digest', async () => attestOther(), ['provenance subject']],
    ['a provenance about two images', () => replaceProvenance(BOTH, pair.signing), ['provenance subject']],
    [
      'a provenance by another key',
      () => replaceProvenance(statementText(IMAGE, OF_PROVENANCE), stranger.signing),
      ['provenance signature'],
    ],
    ['another statement of the key', async () => attestMore(), ['attestations']],
    ['no SBOM', () => void registry.tags.delete(tag('sbom')), ['SBOM']],
    ['an altered SBOM', async () => attachOther(), ['SBOM']],
  ] as const) {
    it(`names the failed claim with ${change}`, async () => {
      await alter();
      expect((await failures()).map(({ claim }) => claim)).to.deep.equal(claimsFailed);
    });
  }

  for (const curve of ['P-384', 'ed25519'] as const) {
    it(`is signed with a key of ${curve}`, async () => {
      const other = await keyPair(curve);
      await signAndAttest(registry.client, OTHER, other.signing, claims());
      const failed = await verifyImage(registry.client, OTHER, other.verification, expectedClaims());
      expect(failed).to.deep.equal([]);
    });
  }

  async function failures(key = pair.verification): Promise<readonly FailedClaim[]> {
    return verifyImage(registry.client, IMAGE, key, expectedClaims());
  }

  /** Replaces the signatures by a valid signature of another image. */
  async function signOther(): Promise<void> {
    const place = { tag: attachedTag(IMAGE, 'sig'), family: 'oci' } as const;
    registry.tags.delete(tag('sig'));
    await addSignature(registry.client, OTHER, place, pair.signing, []);
  }

  /** Replaces the provenance by a valid provenance of another image. */
  async function attestOther(): Promise<void> {
    const place = { tag: attachedTag(IMAGE, 'att'), family: 'oci' } as const;
    await addAttestations(registry.client, OTHER, place, pair.signing, claims().attestations.slice(0, 1));
  }

  async function attestMore(): Promise<void> {
    const place = { tag: attachedTag(IMAGE, 'att'), family: 'oci' } as const;
    const more = { predicateType: 'https://example.com/custom', predicate: {} };
    await addAttestations(registry.client, IMAGE, place, pair.signing, [more]);
  }

  /** Replaces the envelope of the provenance. */
  function replaceProvenance(statement: string, key: SigningKey): void {
    const manifest = registry.tags.get(tag('att')) ?? {};
    const envelope = signedEnvelope(statement, key);
    registry.blobs.set(digestOf(envelope), envelope);
    const [provenance, ...others] = objectsAt(manifest, 'layers');
    const forged = { ...provenance, digest: digestOf(envelope), size: envelope.length };
    registry.tags.set(tag('att'), { ...manifest, layers: [forged, ...others] });
  }

  async function attachOther(): Promise<void> {
    await signAndAttest(registry.client, IMAGE, pair.signing, {
      annotations: [],
      attestations: [],
      sbom: jsonBlob(SBOM_TYPES.spdxjson, { ...SBOM, name: 'other' }),
    });
  }

  /** Changes a byte of the first layer. */
  function alterBlob(kind: 'sig' | 'att'): void {
    const [layer = {}] = objectsAt(registry.tags.get(tag(kind)) ?? {}, 'layers');
    const digest = textAt(layer, 'digest') ?? '';
    const content = Buffer.from(registry.blobs.get(digest) ?? '');
    content.writeUInt8(content.readUInt8(20) ^ 1, 20);
    registry.blobs.set(digest, content);
  }
});

function claims(provenance: JsonObject = PROVENANCE): SignedClaims {
  return {
    annotations: [],
    attestations: [
      { predicateType: TYPES.slsaprovenance1, predicate: provenance },
      { predicateType: TYPES.spdxjson, predicate: SBOM },
    ],
    sbom: jsonBlob(SBOM_TYPES.spdxjson, SBOM),
  };
}

function expectedClaims(): Parameters<typeof verifyImage>[3] {
  return {
    attestations: [expected(TYPES.slsaprovenance1, PROVENANCE), expected(TYPES.spdxjson, SBOM)],
    sbom: 'required',
  };
}

function expected(predicateType: string, json: JsonObject): ExpectedAttestation {
  return { predicateType, fault: (predicate) => (isSameJson(predicate, json) ? undefined : 'the predicate differs') };
}

type ExpectedAttestation = Parameters<typeof verifyImage>[3]['attestations'][number];

function tag(kind: 'sig' | 'att' | 'sbom'): string {
  const place = attachedTag(IMAGE, kind);
  return `${place.registry}/${place.repository}:${place.tag}`;
}

function typesOf(manifest: JsonObject = {}): readonly unknown[] {
  return objectsAt(manifest, 'layers').map(({ annotations }) => Object(annotations)['predicateType']);
}

interface KeyPair {
  readonly signing: SigningKey;
  readonly verification: Parameters<typeof verifyImage>[2];
}

async function keyPair(curve: 'P-256' | 'P-384' | 'ed25519'): Promise<KeyPair> {
  const { privateKey, publicKey } =
    curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: curve });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signing = await readPrivateKey(pem, variablePassword(''));
  const verification = readPublicKey(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  if (signing.kind === 'refused' || verification.kind === 'refused') throw new Error('the key was refused');
  return { signing: signing.key, verification: verification.key };
}
