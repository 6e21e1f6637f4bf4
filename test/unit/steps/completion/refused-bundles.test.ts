import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RegistryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import type { SignatureFormat } from '../../../../src/core/model/signature-format.ts';
import { complete } from '../../../../src/steps/completion/complete.ts';
import { objectsAt } from '../../../support/json-field.ts';
import { encryptedKey, keyPem } from '../../clients/signing/encrypted-key.ts';
import { memoryRegistry, type MemoryRegistry } from '../../clients/signing/memory-registry.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const TAG = `registry.example.com/app:${DIGEST.replace(':', '-')}.sig`;

describe('completion at a registry that refuses Sigstore bundles', () => {
  let folder = '';
  let registry: MemoryRegistry;
  let lines: string[];
  let code: RegistryErrorCode;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-bundles-'));
    registry = memoryRegistry();
    lines = [];
    code = 'REFUSED';
    for (const name of ['one', 'two']) {
      mkdirSync(at(name));
      writeFileSync(at(`${name}/cosign.key`), keyPem(encryptedKey('open sesame')));
      writeFileSync(at(`${name}/cosign.password`), 'open sesame');
    }
    writeFileSync(at('report.toml'), `[image]\ntags = ["registry.example.com/app:1"]\ndigest = "${DIGEST}"\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('stores the signatures of all keys at the tag, and succeeds with a line about each refused bundle', async () => {
    await completed({});
    expect(objectsAt(registry.tags.get(TAG) ?? {}, 'layers')).to.have.length(2);
    const refused = 'registry.example.com/app: no artifacts';
    expect(lines).to.deep.equal([
      ...['one', 'two'].map((name) => `Signed the image with the key in ${at(name)}: ${TAG}`),
      ...['one', 'two'].map(
        (name) =>
          `warning: the registry refused the Sigstore bundles of the key in ${at(name)}, so the image is signed at the tags alone: ${refused}`,
      ),
      'Build successful',
    ]);
  });

  for (const each of ['DENIED', 'UNAVAILABLE', 'SIZE_MISMATCH'] as const) {
    it(`succeeds at ${each} too, because the image is signed at the tag`, async () => {
      code = each;
      await completed({});
      expect(objectsAt(registry.tags.get(TAG) ?? {}, 'layers')).to.have.length(2);
      expect(lines.at(-1)).to.equal('Build successful');
    });
  }

  it('succeeds without bundles', async () => {
    await completed({ signatureFormat: 'tags' });
    expect(objectsAt(registry.tags.get(TAG) ?? {}, 'layers')).to.have.length(2);
  });

  it('stores nothing at the tag if only bundles are wanted', async () => {
    const failure = await completed({ signatureFormat: 'bundles' }).catch((error: unknown) => error);
    expect(failure).to.include({
      code: 'SignatureRefused',
      message:
        'the image was built, but its Sigstore bundles cannot be stored (SIGNATURE_FORMAT=tags writes none): registry.example.com/app: no artifacts',
    });
    expect(registry.tags).to.have.property('size', 0);
  });

  async function completed(format: { readonly signatureFormat?: Exclude<SignatureFormat, 'both'> }): Promise<void> {
    const completion = {
      signing: ['two', 'one'].map((name) => ({ path: at(name) })),
      signatureAnnotations: [],
      ...format,
    };
    writeFileSync(at('inputs.json'), JSON.stringify({ version: 1, tags: ['registry.example.com/app:1'], completion }));
    const client = {
      ...registry.client,
      pushReferrers: async () => {
        const image = 'registry.example.com/app';
        throw new RegistryError(code, { registry: 'registry.example.com', image }, 'no artifacts');
      },
    } as unknown as RegistryClient;
    const files = {
      inputs: at('inputs.json'),
      report: at('report.toml'),
      outcome: { kind: 'message', file: at('message') },
      trusted: {},
    } as const;
    await complete(files, { client, now: () => 0, log: (line) => void lines.push(line) });
  }

  function at(name: string): string {
    return path.join(folder, name);
  }
});
