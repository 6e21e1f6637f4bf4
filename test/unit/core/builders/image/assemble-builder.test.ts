import { expect } from 'chai';
import type { Offer } from '../../../../../src/core/buildpacks/offer.ts';
import { assembleBuilder } from '../../../../../src/core/builders/image/assemble-builder.ts';
import type { BuilderImage } from '../../../../../src/core/builders/image/builder-image.ts';
import { digestOf as contentDigest } from '../../../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../../src/core/oci/media-types.ts';
import { digestOf, REGISTRY, someBuildImage } from '../some-world.ts';
import { someContent } from './some-content.ts';

const ZSTD = 'application/vnd.oci.image.layer.v1.tar+zstd';

describe('a builder image', () => {
  it('has the layers of its build image, then directories, lifecycle, buildpacks, stack and order', () => {
    const buildpacks = [
      offer('a/small', '5', { size: 10 }),
      offer('b/large', '6', { size: 30 }),
      offer('a/same-size', '7', { size: 20 }),
      offer('c/same-size', '8', { size: 20 }),
    ];
    const image = assembleBuilder(someContent({ buildpacks }));
    expect(image.layers.map(({ what }) => what)).to.deep.equal([
      'directories',
      'lifecycle 0.20.12',
      'buildpack b/large@1',
      'buildpack c/same-size@1',
      'buildpack a/same-size@1',
      'buildpack a/small@1',
      '/cnb/stack.toml',
      '/cnb/order.toml',
    ]);
    const { rootfs } = config(image);
    expect(rootfs.diff_ids.slice(1)).to.deep.equal(image.layers.map(({ diffId }) => diffId));
    expect(manifest(image).layers).to.have.length(9);
    expect(manifest(image).layers.slice(1)).to.deep.equal(image.layers.map(({ descriptor }) => descriptor));
  });

  it('has a run.toml only if Builds can use a Platform API that reads it', () => {
    expect(layersFor('0.11')).not.to.include('/cnb/run.toml');
    expect(layersFor('0.12').at(-1)).to.equal('/cnb/run.toml');
  });

  it('lists its run images in its label only if it has a run.toml', () => {
    expect(listedFor('0.11')).to.equal(undefined);
    expect(listedFor('0.12')).to.deep.equal([
      { image: `${REGISTRY}/builder:1-run-image@${digestOf('1')}`, mirrors: null },
    ]);
  });

  it('contains a layer that several buildpacks share once, and lists all of them in its labels', () => {
    const buildpacks = [offer('a', '5'), offer('b', '5')];
    const image = assembleBuilder(someContent({ buildpacks }));
    expect(image.layers.filter(({ diffId }) => diffId === digestOf('5'))).to.have.length(1);
    const labels = config(image).config.Labels;
    expect(Object.keys(JSON.parse(labels['io.buildpacks.buildpack.layers'] ?? ''))).to.deep.equal(['a', 'b']);
  });

  for (const family of ['oci', 'docker'] as const) {
    it(`uses the media types of its build image: ${family}`, () => {
      const types = MEDIA_TYPES[family];
      const buildpacks = [
        offer('a', '5'),
        offer('b', '6', { mediaType: ZSTD }),
        offer('c', '7', { mediaType: MEDIA_TYPES.oci.layer }),
      ];
      const image = assembleBuilder(someContent({ buildpacks }, someBuildImage({}, family)));
      expect([image.manifest.mediaType, image.config.mediaType]).to.deep.equal([types.manifest, types.config]);
      const others = image.layers.filter(({ diffId }) => diffId !== digestOf('6'));
      expect(new Set(others.map(({ descriptor }) => descriptor.mediaType))).to.deep.equal(new Set([types.layer]));
      expect(image.layers.find(({ diffId }) => diffId === digestOf('6'))?.descriptor.mediaType).to.equal(ZSTD);
    });
  }

  it('keeps all fields of the configuration of its build image, known or not', () => {
    const build = someBuildImage({
      created: '2020-01-01T00:00:00Z',
      config: { User: '1000:1000', WorkingDir: '/', Labels: { kept: 'yes', 'io.buildpacks.lifecycle.version': 'old' } },
      'moby.buildkit.cache.v0': { unknown: true },
      history: [{ created_by: 'base' }],
    });
    const found = config(assembleBuilder(someContent({}, build)));
    expect(found).to.deep.include({ created: '2020-01-01T00:00:00Z', 'moby.buildkit.cache.v0': { unknown: true } });
    expect(found.config).to.deep.include({ User: '1000:1000', WorkingDir: '/layers' });
    expect(found.config.Labels).to.include({ kept: 'yes', 'io.buildpacks.lifecycle.version': '0.20.12' });
    expect(found.history).to.have.length(5);
    expect(found.history?.at(-1)).to.deep.equal({ created: '0001-01-01T00:00:00Z', created_by: '/cnb/order.toml' });
  });

  it('has no history if its build image has none', () => {
    expect(config(assembleBuilder(someContent()))).not.to.have.property('history');
  });

  it('is named by its tag and the digest of its manifest, with a tag beside it for the run image', () => {
    const image = assembleBuilder(someContent());
    const digest = contentDigest(image.manifest.content);
    expect(image.reference).to.equal(`${REGISTRY}/builder:1@${digest}`);
    expect(image.runImage).to.deep.equal({
      from: `${REGISTRY}/run@${digestOf('1')}`,
      to: `${REGISTRY}/builder:1-run-image`,
    });
    expect(config(image).config.Labels['io.buildpacks.builder.metadata']).to.include(
      `"runImage":{"image":"${REGISTRY}/builder:1-run-image@${digestOf('1')}"`,
    );
    expect(contentDigest(image.config.content)).to.equal(manifest(image).config.digest);
  });

  it('keeps this digest, because users have builders with it in their registries', () => {
    const order = [{ group: [{ id: 'a', version: '1' }] }];
    const image = assembleBuilder(someContent({ buildpacks: [offer('a', '5')], order }));
    expect(image.manifest.digest).to.equal('sha256:7d84e552b3613e89fbbd55c0347e0b43e0332b0d4c96aa69ab967d5de2701035');
  });

  it('records the origin of each layer', () => {
    const image = assembleBuilder(someContent({ buildpacks: [offer('a', '5')] }));
    expect(image.layers.flatMap(({ origin }) => (origin.kind === 'image' ? [origin.image] : []))).to.deep.equal([
      `${REGISTRY}/lifecycle@${digestOf('2')}`,
      `${REGISTRY}/a`,
    ]);
    expect(image.baseLayers.map((layer) => layer.image)).to.deep.equal([
      `${REGISTRY}/build@${someBuildImage().manifest.digest}`,
    ]);
  });
});

function layersFor(maximumPlatformApi: string): readonly string[] {
  return assembleBuilder(someContent({ maximumPlatformApi })).layers.map(({ what }) => what);
}

/** Returns the run images in the builder's label. */
function listedFor(maximumPlatformApi: string): unknown {
  const label = config(assembleBuilder(someContent({ maximumPlatformApi }))).config.Labels;
  return (JSON.parse(label['io.buildpacks.builder.metadata'] ?? '') as { readonly images?: unknown }).images;
}

function offer(id: string, digit: string, fields: object = {}): Offer {
  const digests = { diffId: digestOf(digit), digest: digestOf(digit) };
  const buildpack = { id, version: '1', size: 10, image: `${REGISTRY}/${id}`, ...digests, ...fields };
  return { buildpack, resource: { kind: 'ClusterBuildpack', name: id } };
}

interface Config {
  readonly config: { readonly Labels: Readonly<Record<string, string>> };
  readonly history?: readonly object[];
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

function config({ config: { content } }: BuilderImage): Config {
  return JSON.parse(Buffer.from(content).toString()) as Config;
}

function manifest({ manifest: { content } }: BuilderImage): {
  readonly config: { readonly digest: string };
  readonly layers: readonly object[];
} {
  return JSON.parse(Buffer.from(content).toString()) as ReturnType<typeof manifest>;
}
