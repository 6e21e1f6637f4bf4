import { expect } from 'chai';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { tar } from '../../../../src/core/oci/tar.ts';
import { sbomFiles, type SbomFiles } from '../../../../src/steps/completion/attestation/sbom-files.ts';

const IMAGE = { registry: 'registry.example.com', repository: 'app', digest: `sha256:${'a'.repeat(64)}` };
const LAYER = { digest: `sha256:${'b'.repeat(64)}`, size: 1, mediaType: 'some/type' };

/** Reads the files of an image whose SBOM layer has a CycloneDX document of this length. */
async function filesOf(length: number): Promise<SbomFiles> {
  const path = 'layers/sbom/launch/some_buildpack/some-layer/sbom.cdx.json';
  const content = gzipSync(tar([{ kind: 'file', path, content: ' '.repeat(length) }]));
  const Labels = { 'io.buildpacks.lifecycle.metadata': JSON.stringify({ sbom: { sha: 'sha256:c' } }) };
  return sbomFiles({ blob: () => Readable.from([content], { objectMode: false }) }, IMAGE, {
    json: { config: { Labels }, rootfs: { diff_ids: ['sha256:c'] } },
    layers: [LAYER],
  });
}

describe('the SBOM files of an image', () => {
  it('are refused if their layer unpacks to more than 32 MiB', async () => {
    // The archive adds a header, and blocks at its end.
    expect((await filesOf(33_554_432 - 10_240)).cyclonedx).to.have.length(1);
    const error: unknown = await filesOf(33_554_432).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include('the layer has more than 33554432 bytes');
  });
});
