import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { jsonBlob, makeImage } from '../../../src/core/oci/image.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { ROOT } from '../../support/command.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { signingOracle } from '../completion/signing-oracle.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { cosign, type Cosign } from './cosign.ts';

const PASSWORD = 'open sesame';
const CLAIMS = {
  provenance: {
    buildDefinition: { buildType: 'https://example.com/build', externalParameters: { version: '1.0.0' } },
    runDetails: { builder: { id: 'https://example.com/builder' } },
  },
  spdx: { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'app' },
  cyclonedx: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] },
};

/** A process, because scripts register ts-node themselves. */
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  import { withRegistries } from './scripts/images/registries.mjs';
  import { signImage } from './scripts/signing.mjs';
  const { name, key, password, claims } = JSON.parse(readFileSync(0, 'utf8'));
  await withRegistries((client) => signImage(client, name, { key, password }, claims));
`;

describe('the signatures, provenance and SBOMs of a release', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let folder = '';
  let image = '';
  let real: Cosign;
  let newest: Cosign;
  let newestAtTags: Cosign;

  before(async () => {
    const programs = await ensurePrograms(['cosign', 'cosign3', 'signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-release-'));
    real = cosign(programs.cosign, folder, PASSWORD);
    newest = cosign(programs.cosign3, folder, PASSWORD);
    newestAtTags = cosign(programs.cosign3, folder, PASSWORD, ['--new-bundle-format=false']);
    await signingOracle(programs['signing-oracle'], folder).makeKey(folder, PASSWORD);
    image = await pushedIndex();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are read by cosign, beside an attestation of cosign itself', async () => {
    writeFileSync(file('custom.json'), '{"by":"cosign"}');
    await real.attest(file('cosign.key'), image, 'https://example.com/custom', file('custom.json'));
    const key = readFileSync(file('cosign.key'), 'utf8');
    await sign({ name: image, key, password: PASSWORD, claims: CLAIMS });
    const publicKey = file('cosign.pub');
    await real.verify(publicKey, image);
    for (const [type, predicate] of [
      ['slsaprovenance1', CLAIMS.provenance],
      ['spdxjson', CLAIMS.spdx],
      ['cyclonedx', CLAIMS.cyclonedx],
      ['https://example.com/custom', { by: 'cosign' }],
    ] as const) {
      const [statement, ...others] = await real.attestations(publicKey, image, type);
      expect(others, type).to.deep.equal([]);
      expect(statement, type).to.nested.include({ 'subject[0].digest.sha256': image.split(':').at(-1) });
      expect(statement, type).to.have.property('predicate').that.deep.includes(predicate);
      // cosign 3 reads the tags of an image that has bundles only with an option.
      const newer = type.startsWith('https:') ? newestAtTags : newest;
      expect(await newer.attestations(publicKey, image, type), type).to.deep.equal([statement]);
    }
    await newest.verify(publicKey, image);
    expect(JSON.parse(await real.sbom(image))).to.deep.equal(CLAIMS.spdx);
  });

  /** Returns the name of an index with one image. */
  async function pushedIndex(): Promise<string> {
    const target = { url: registry().url, repository: 'release/steps' };
    const { manifest } = makeImage({ config: { ...PLATFORM }, layers: [] });
    await pushImage(makeImage({ config: { ...PLATFORM }, layers: [] }), target, 'amd64');
    const { mediaType, size, digest } = manifest;
    const index = jsonBlob(MEDIA_TYPES.oci.index, {
      schemaVersion: 2,
      mediaType: MEDIA_TYPES.oci.index,
      manifests: [{ mediaType, size, digest, platform: { os: PLATFORM.os, architecture: PLATFORM.architecture } }],
    });
    const reference = { registry: registry().address, repository: target.repository, tag: '1.0.0' };
    await clients.make().pushManifest(reference, { mediaType: index.mediaType, bytes: index.content });
    return `${registry().address}/${target.repository}@${index.digest}`;
  }

  function file(name: string): string {
    return path.join(folder, name);
  }
});

/** Signs an image, as the script of releases does. */
async function sign(input: unknown): Promise<void> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT], { cwd: ROOT });
  running.child.stdin?.end(JSON.stringify(input));
  await running;
}
