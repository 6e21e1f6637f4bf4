import type { JsonObject } from '../../../../src/core/model/json.ts';
import { digestOf } from '../../../../src/core/oci/digest.ts';
import type { Blob, Image } from '../../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../../src/core/oci/layer.ts';
import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import { buildImage, runImage } from '../../../cluster/universe/base-images.ts';
import { buildpackage } from '../../../cluster/universe/buildpackage.ts';
import { lifecycleImage } from '../../../cluster/universe/lifecycle-image.ts';
import { EXTRA, hello, META } from '../../../cluster/universe/working-buildpacks.ts';

/** Images by repository. */
export type Images = Readonly<Record<string, Image>>;

/** Valid images. No test runs them. */
export function goodImages() {
  const layer = makeLayer([{ path: '/bin/sh', kind: 'file', content: 'none' }]);
  return {
    build: buildImage(layer),
    run: runImage(layer),
    lifecycle: lifecycleImage({ lifecycle: '/dev/null', launcher: '/dev/null' }),
    'hello-1': buildpackage([hello('1.0.0')]),
    'hello-2': buildpackage([hello('2.0.0')]),
    meta: buildpackage([META, hello('1.0.0'), EXTRA]),
  } as const;
}

export type GoodImages = ReturnType<typeof goodImages>;

/** Returns the image with another manifest. */
export function withManifest(image: Image, change: (manifest: JsonObject) => JsonObject): Image {
  return { ...image, manifest: changed(image.manifest, change) };
}

/** Returns the image with another configuration, which its manifest references. */
export function withConfiguration(image: Image, change: (configuration: JsonObject) => JsonObject): Image {
  const config = changed(image.config, change);
  const { mediaType, size, digest } = config;
  return { ...withManifest(image, (manifest) => ({ ...manifest, config: { mediaType, size, digest } })), config };
}

/** Returns the image with that layer only. */
export function withLayer(image: Image, layer: Layer): Image {
  const { diffId, digest, size } = layer;
  const configured = withConfiguration(image, (all) => ({ ...all, rootfs: { type: 'layers', diff_ids: [diffId] } }));
  const layers = [{ mediaType: MEDIA_TYPES.oci.layer, size, digest }];
  return { ...withManifest(configured, (manifest) => ({ ...manifest, layers })), layers: [layer] };
}

/** Returns the image with other fields in its configuration's `config`. */
export function withContainer(image: Image, fields: Readonly<Record<string, unknown>>): Image {
  return withConfiguration(image, ({ config, ...rest }) => ({
    ...rest,
    config: { ...(config as JsonObject), ...(fields as JsonObject) },
  }));
}

/** Returns the image with additional labels. Texts stay as they are, other values become JSON. `undefined` removes a label. */
export function withLabels(image: Image, labels: Readonly<Record<string, unknown>>): Image {
  const all = Object.entries({ ...labelsOf(image), ...labels }).filter(([, value]) => value !== undefined);
  const texts = all.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return withContainer(image, { Labels: Object.fromEntries(texts) });
}

/** Parses an image's JSON label. */
export function labelOf(image: Image, name: string): JsonObject {
  return JSON.parse(labelsOf(image)[name] ?? '{}') as JsonObject;
}

function labelsOf({ config }: Image): Readonly<Record<string, string>> {
  const { config: container } = JSON.parse(Buffer.from(config.content).toString()) as {
    readonly config: { readonly Labels: Readonly<Record<string, string>> };
  };
  return container.Labels;
}

function changed({ mediaType, content }: Blob, change: (json: JsonObject) => JsonObject): Blob {
  const bytes = Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(content).toString()) as JsonObject)));
  return { mediaType, digest: digestOf(bytes), size: bytes.length, content: bytes };
}
