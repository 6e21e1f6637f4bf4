import { expect } from 'chai';
import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../src/core/model/json.ts';
import { jsonBlob } from '../../../../src/core/oci/image.ts';
import { openEnvelope } from '../../../../src/clients/signing/envelope.ts';
import { variablePassword } from '../../../../src/clients/signing/key-password.ts';
import { SBOM_TYPES } from '../../../../src/clients/signing/sbom-attachment.ts';
import { signAndAttest, type SignedClaims } from '../../../../src/clients/signing/sign-and-attest.ts';
import { attachedTag } from '../../../../src/clients/signing/signature-image.ts';
import { readPrivateKey, type SigningKey } from '../../../../src/clients/signing/signing-key.ts';
import { PREDICATE_TYPES } from '../../../../src/clients/signing/statement.ts';
import { memoryRegistry, type MemoryRegistry } from './memory-registry.ts';

const IMAGE = { registry: 'registry.example.com', repository: 'team/app', digest: `sha256:${'a'.repeat(64)}` };
const PROVENANCE = { buildDefinition: { buildType: 'https://example.com/build' } };
const SBOM = { spdxVersion: 'SPDX-2.3', name: 'app' };
const TYPES = PREDICATE_TYPES;

describe('what a key says about an image', () => {
  let registry: MemoryRegistry;
  beforeEach(() => {
    registry = memoryRegistry();
  });

  for (const curve of ['P-256', 'P-384', 'ed25519'] as const) {
    it(`is a signature of the digest, statements and an SBOM, with a key of ${curve}`, async () => {
      const { key, publicKey } = await keyPair(curve);
      await signAndAttest(registry.client, IMAGE, key, claims());
      const [signature = {}] = layersOf('sig');
      expect(JSON.parse(contentOf(signature).toString())).to.have.nested.property(
        'critical.image.docker-manifest-digest',
        IMAGE.digest,
      );
      const base64 = textAt(objectAt(signature, 'annotations'), 'dev.cosignproject.cosign/signature') ?? '';
      const hash = curve === 'ed25519' ? undefined : 'sha256';
      expect(verify(hash, contentOf(signature), publicKey, Buffer.from(base64, 'base64'))).to.equal(true);
      expect(statements(key)).to.deep.equal([
        { isSigned: true, digest: IMAGE.digest, predicateType: TYPES.slsaprovenance1, predicate: PROVENANCE },
        { isSigned: true, digest: IMAGE.digest, predicateType: TYPES.spdxjson, predicate: SBOM },
      ]);
      expect(layersOf('sbom').map((layer) => JSON.parse(contentOf(layer).toString()))).to.deep.equal([SBOM]);
    });
  }

  it('is written once, and replaced if it changes', async () => {
    const { key } = await keyPair('P-256');
    await signAndAttest(registry.client, IMAGE, key, claims());
    const before = registry.tags.get(tag('att'));
    await signAndAttest(registry.client, IMAGE, key, claims());
    expect(registry.tags.get(tag('att'))).to.equal(before);
    const changed = { ...PROVENANCE, runDetails: {} };
    await signAndAttest(registry.client, IMAGE, key, claims(changed));
    expect(statements(key).map(({ predicate }) => predicate)).to.deep.equal([SBOM, changed]);
    const types = layersOf('att').map((layer) => objectAt(layer, 'annotations')['predicateType']);
    expect(types).to.deep.equal([TYPES.spdxjson, TYPES.slsaprovenance1]);
  });

  it('stays beside what another key says', async () => {
    const [{ key }, { key: stranger }] = [await keyPair('P-256'), await keyPair('P-256')];
    await signAndAttest(registry.client, IMAGE, key, claims());
    await signAndAttest(registry.client, IMAGE, stranger, claims({ buildDefinition: {} }));
    expect(layersOf('sig')).to.have.length(2);
    expect(statements(key).map(({ isSigned }) => isSigned)).to.deep.equal([true, true, false, false]);
    expect(statements(stranger).map(({ isSigned }) => isSigned)).to.deep.equal([false, false, true, true]);
  });

  function statements(key: SigningKey): readonly StoredStatement[] {
    return layersOf('att').map((layer) => {
      const { statement = '', isSigned = false } = openEnvelope(parseJson(contentOf(layer).toString()), key) ?? {};
      const json: unknown = JSON.parse(statement);
      if (!isJsonObject(json)) throw new Error('the statement is not an object');
      const digests = objectsAt(json, 'subject').map((subject) => textAt(objectAt(subject, 'digest'), 'sha256'));
      const { predicateType, predicate } = json;
      return { isSigned, digest: `sha256:${digests.join()}`, predicateType, predicate };
    });
  }

  function layersOf(kind: 'sig' | 'att' | 'sbom'): readonly JsonObject[] {
    return objectsAt(registry.tags.get(tag(kind)) ?? {}, 'layers');
  }

  function contentOf(layer: JsonObject): Buffer {
    return Buffer.from(registry.blobs.get(textAt(layer, 'digest') ?? '') ?? '');
  }
});

interface StoredStatement {
  readonly isSigned: boolean;
  readonly digest: string;
  readonly predicateType: unknown;
  readonly predicate: unknown;
}

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

function tag(kind: 'sig' | 'att' | 'sbom'): string {
  const place = attachedTag(IMAGE, kind);
  return `${place.registry}/${place.repository}:${place.tag}`;
}

async function keyPair(
  curve: 'P-256' | 'P-384' | 'ed25519',
): Promise<{ readonly key: SigningKey; readonly publicKey: KeyObject }> {
  const { privateKey, publicKey } =
    curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: curve });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const reading = await readPrivateKey(pem, variablePassword(''));
  if (reading.kind === 'refused') throw new Error('the key was refused');
  return { key: reading.key, publicKey };
}
