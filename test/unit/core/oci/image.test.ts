import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageArchive, imageLayout, writeLayout } from '../../../../src/clients/registry/image-layout.ts';
import { makeImage } from '../../../../src/core/oci/image.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';

const LAYER = makeLayer([{ path: '/hello', kind: 'file', content: 'hello\n' }]);
const CONFIG = { architecture: 'amd64', os: 'linux', config: { Entrypoint: ['/hello'] }, 'x.unknown': true };

function json(content: Uint8Array | undefined): unknown {
  return JSON.parse(Buffer.from(content ?? []).toString());
}

describe('images', () => {
  it('reference config and layers by digest, with the media types of their family', () => {
    const { manifest, config } = makeImage({ family: 'docker', config: CONFIG, layers: [LAYER] });
    expect(json(manifest.content)).to.deep.equal({
      schemaVersion: 2,
      mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
      config: {
        mediaType: 'application/vnd.docker.container.image.v1+json',
        size: config.size,
        digest: config.digest,
      },
      layers: [
        {
          mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
          size: LAYER.size,
          digest: LAYER.digest,
        },
      ],
    });
  });

  it('keep the given configuration and compute rootfs from the layers', () => {
    const { config } = makeImage({ config: { ...CONFIG, rootfs: 'stale' }, layers: [LAYER] });
    expect(json(config.content)).to.deep.equal({ ...CONFIG, rootfs: { type: 'layers', diff_ids: [LAYER.diffId] } });
  });

  it('keep the media type of a layer that has one', () => {
    const mediaType = 'application/vnd.oci.image.layer.v1.tar+zstd';
    const { manifest } = makeImage({ config: CONFIG, layers: [{ ...LAYER, mediaType }] });
    expect(json(manifest.content)).to.have.nested.property('layers[0].mediaType', mediaType);
  });
});

describe('image layouts', () => {
  const image = makeImage({ config: CONFIG, layers: [LAYER, LAYER] });

  it('contain every blob once, under its digest', () => {
    const blobs = imageLayout([{ image }, { image }]).filter((file) => file.path.startsWith('blobs/'));
    expect(blobs).to.have.length(3);
    for (const blob of blobs) {
      expect(blob.path).to.equal(`blobs/sha256/${createHash('sha256').update(blob.content).digest('hex')}`);
    }
  });

  it('name the image in the annotations of containerd and OCI', () => {
    const index = imageLayout([{ image, name: 'localhost:5000/pause:1' }]).find((file) => file.path === 'index.json');
    expect(json(index?.content)).to.have.deep.nested.property('manifests[0]', {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      size: image.manifest.size,
      digest: image.manifest.digest,
      platform: { os: 'linux', architecture: 'amd64' },
      annotations: {
        'io.containerd.image.name': 'localhost:5000/pause:1',
        'org.opencontainers.image.ref.name': '1',
      },
    });
  });

  it('fail if a layer has no content', () => {
    const { content: _, ...known } = LAYER;
    const elsewhere = makeImage({ config: CONFIG, layers: [known] });
    expect(() => imageLayout([{ image: elsewhere }])).to.throw(LAYER.digest);
  });

  it('are written to a directory', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'taskpack-layout-'));
    try {
      await writeLayout(imageLayout([{ image }]), directory);
      expect(readdirSync(directory).toSorted()).to.deep.equal(['blobs', 'index.json', 'oci-layout']);
      expect(json(readFileSync(path.join(directory, 'oci-layout')))).to.deep.equal({ imageLayoutVersion: '1.0.0' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('produce the same archive every time', () => {
    const again = makeImage({ config: CONFIG, layers: [LAYER, LAYER] });
    expect(imageArchive([{ image: again }])).to.deep.equal(imageArchive([{ image }]));
  });
});
