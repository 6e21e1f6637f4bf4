import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { OciImage } from '../../../../src/insight/views/image-layers.ts';

/** A layer: its diff id, its size, and its part such as `application`, `launcher`, `run image` or `LAYER of BUILDPACK@VERSION`. */
export type SomeLayer = readonly [diffId: string, size: number, part?: string];

/** Returns an image with these layers from the bottom, as the lifecycle labels it. `labels` has the fields of further labels. */
export function someImageInput(
  layers: readonly SomeLayer[],
  labels: Readonly<Record<string, JsonObject>> = {},
): OciImage {
  const { lifecycle = {}, ...others } = labels;
  const buildpacks = [...new Set(layers.flatMap(([, , part = '']) => buildpackOf(part) ?? []))].map((buildpack) => {
    const [key = '', version = ''] = buildpack.split('@');
    const own = layers.filter(([, , part = '']) => buildpackOf(part) === buildpack);
    return {
      key,
      version,
      layers: Object.fromEntries(own.map(([sha, , part = '']) => [part.split(' of ')[0] ?? '', { sha }])),
    };
  });
  const metadata = {
    app: layersOf(layers, 'application'),
    launcher: layersOf(layers, 'launcher')[0] ?? {},
    sbom: layersOf(layers, 'sbom')[0] ?? {},
    buildpacks,
    ...lifecycle,
  };
  const texts = Object.entries({ 'io.buildpacks.lifecycle.metadata': metadata, ...others }).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  return {
    layers: layers.map(([diffId, size]) => ({ digest: `stored-${diffId}`, size })),
    config: { rootfs: { diff_ids: layers.map(([diffId]) => diffId) }, config: { Labels: Object.fromEntries(texts) } },
  };
}

function layersOf(layers: readonly SomeLayer[], wanted: string): readonly JsonObject[] {
  return layers.flatMap(([sha, , part]) => (part === wanted ? [{ sha }] : []));
}

function buildpackOf(part: string): string | undefined {
  return / of (.+@.+)$/.exec(part)?.[1];
}
