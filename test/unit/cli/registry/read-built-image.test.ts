import { expect } from 'chai';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readPackages, type ReadPackages } from '../../../../src/cli/registry/read-built-image.ts';
import { parseImageReference } from '../../../../src/core/model/image-reference.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import { tar } from '../../../../src/core/oci/tar.ts';

const REPOSITORY = parseImageReference('registry.example/shop');
if (REPOSITORY === undefined) throw new Error('not a reference');

/** Returns the packages of an image whose layer with software bills of materials has these files, by buildpack and layer. */
async function packagesIn(files: Readonly<Record<string, string>>): Promise<ReadPackages> {
  const entries = Object.entries(files).map(([path, content]) => ({
    kind: 'file' as const,
    path: `/layers/sbom/launch/${path}`,
    content,
  }));
  const { content, digest, diffId, size } = makeLayer(entries);
  return read(diffId, diffId, { digest, size }, content);
}

async function read(
  sha: string | undefined,
  diffId: string,
  layer: { readonly digest: string; readonly size: number },
  content: Uint8Array,
): Promise<ReadPackages> {
  if (REPOSITORY === undefined) throw new Error('not a reference');
  const label = JSON.stringify(sha === undefined ? {} : { sbom: { sha } });
  const config = {
    rootfs: { diff_ids: [diffId] },
    config: { Labels: { 'io.buildpacks.lifecycle.metadata': label } },
  };
  const blob = (): Readable => Readable.from([content], { objectMode: false });
  return readPackages({ blob }, REPOSITORY, { layers: [layer], config });
}

function components(count: number): string {
  return JSON.stringify({ components: Array.from({ length: count }, (_, index) => ({ name: `p${index}` })) });
}

describe('the packages of an image', () => {
  it('come from one file of each folder, in the preferred format, with the id of the buildpack', async () => {
    const syft = JSON.stringify({ artifacts: [{ name: 'two' }] });
    expect(
      await packagesIn({
        'a_node/modules/sbom.cdx.json': components(1),
        'a_node/modules/sbom.syft.json': syft,
        'a_ca/sbom.syft.json': syft,
        'a_ca/other.json': syft,
      }),
    ).to.deep.equal({
      packages: [
        { name: 'two', buildpack: 'a/ca' },
        { name: 'p0', buildpack: 'a/node' },
      ],
    });
  });

  it('lack the files that cannot be read, and say so', async () => {
    const { packages, gap } = await packagesIn({
      'a_node/modules/sbom.cdx.json': components(1),
      'a_bad/x/sbom.cdx.json': 'no json',
      'a_large/x/sbom.cdx.json': components(20_001),
    });
    expect(packages).to.have.length(20_001);
    expect(gap).to.equal('a file of a/bad has no valid JSON, and 1 more are incomplete');
  });

  it('stop at a number of fields in all files together', async () => {
    const many = `[${'0,'.repeat(1_500_000)}0]`;
    expect(await packagesIn({ 'a/x/sbom.cdx.json': many, 'b/x/sbom.cdx.json': many })).to.deep.equal({
      packages: [],
      gap: 'a file of b has more fields than taskpack reads',
    });
  });

  it('are not known if the layer unpacks to more than 64 MiB', async () => {
    const content = gzipSync(
      tar([{ kind: 'file', path: 'layers/sbom/launch/a/x/other', content: ' '.repeat(67_108_864) }]),
    );
    expect(await read('sha256:a', 'sha256:a', { digest: 'sha256:b', size: 1 }, content)).to.deep.equal({
      gap: 'the layer has more than 67108864 bytes',
    });
  });

  it('are not known without the layer, and if the layer is not an archive', async () => {
    const layer = { digest: 'sha256:b', size: 1 };
    const none = Buffer.alloc(0);
    expect(await read(undefined, 'sha256:a', layer, none)).to.deep.equal({
      gap: 'the image has no software bill of materials',
    });
    expect(await read('sha256:other', 'sha256:a', layer, none)).to.deep.equal({
      gap: 'the image lacks the layer with the software bills of materials',
    });
    expect(await read('sha256:a', 'sha256:a', layer, Buffer.from('text'))).to.deep.equal({
      gap: 'the file does not start with a gzip header',
    });
  });
});
