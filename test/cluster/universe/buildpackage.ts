import type { Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import type { ImageFamily } from '../../../src/core/oci/media-types.ts';
import { descriptorOf, type BuildpackSource } from './buildpack-source.ts';
import { buildpackToml } from './buildpack-toml.ts';
import { labelledImage } from './labelled-image.ts';

interface PackedBuildpack {
  readonly source: BuildpackSource;
  readonly layer: Layer;
}

/**
 * An image with buildpacks (CNB distribution specification, "Buildpackage"). The first buildpack is the root. As in pack's packages, the order of layers has no meaning: the label maps layers to buildpacks.
 */
export function buildpackage(
  sources: readonly [BuildpackSource, ...(readonly BuildpackSource[])],
  family: ImageFamily = 'oci',
): Image {
  const packed = sources.map((source) => ({ source, layer: buildpackLayer(source) }));
  return labelledImage({
    family,
    labels: {
      'io.buildpacks.buildpackage.metadata': packageLabel(sources[0]),
      'io.buildpacks.buildpack.layers': layersLabel(packed),
    },
    layers: packed.map(({ layer }) => layer).toSorted((one, other) => (one.diffId < other.diffId ? -1 : 1)),
  });
}

/** The files of one buildpack, at their paths in builders. */
function buildpackLayer(source: BuildpackSource): Layer {
  const { id, version } = source;
  const folder = `/cnb/buildpacks/${id.replaceAll('/', '_')}/${version}`;
  const toml: TarEntry = { path: `${folder}/buildpack.toml`, kind: 'file', content: buildpackToml(source) };
  return makeLayer([toml, ...programs(source, folder), ...furtherFiles(source)], { parents: true });
}

function programs(source: BuildpackSource, folder: string): readonly TarEntry[] {
  if (source.kind === 'meta') return [];
  return (['detect', 'build'] as const).map((name) => ({
    path: `${folder}/bin/${name}`,
    kind: 'file',
    content: `#!/bin/sh\n${source[name]}\n`,
    mode: 0o755,
  }));
}

function furtherFiles(source: BuildpackSource): readonly TarEntry[] {
  return source.kind === 'component' ? (source.files ?? []) : [];
}

function packageLabel(source: BuildpackSource): object {
  const { id, version } = source;
  const { name, homepage, stacks = null } = descriptorOf(source);
  return { id, version, name, homepage, stacks };
}

function layersLabel(packed: readonly PackedBuildpack[]): object {
  const label: Record<string, Record<string, object>> = {};
  for (const { source, layer } of packed) {
    const { id, version } = source;
    label[id] = { ...label[id], [version]: { ...descriptorOf(source), layerDiffID: layer.diffId } };
  }
  return label;
}
