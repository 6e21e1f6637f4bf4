import type { JsonObject } from '../model/json.ts';
import { digestOf } from './digest.ts';
import type { Layer } from './layer.ts';
import { MEDIA_TYPES, type ImageFamily } from './media-types.ts';

/** A blob or manifest with its content. */
export interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly content: Uint8Array;
}

/** The configuration of an image without `rootfs` (OCI image specification, config.md). Unknown fields are kept. */
export type ImageConfig = JsonObject & { readonly os: string; readonly architecture: string };

export interface Image {
  readonly platform: Pick<ImageConfig, 'os' | 'architecture'>;
  readonly manifest: Blob;
  readonly config: Blob;
  readonly layers: readonly Layer[];
}

export interface ImageContent {
  readonly family?: ImageFamily;
  readonly config: ImageConfig;
  readonly layers: readonly Layer[];
}

/**
 * Creates an image, of OCI media types by default. Its digest depends only on the arguments, including the order of
 * their fields.
 */
export function makeImage({ family = 'oci', config, layers }: ImageContent): Image {
  const types = MEDIA_TYPES[family];
  const rootfs = { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) };
  const configBlob = jsonBlob(types.config, { ...config, rootfs });
  const manifest = jsonBlob(types.manifest, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: configBlob.mediaType, size: configBlob.size, digest: configBlob.digest },
    layers: layers.map(({ mediaType = types.layer, size, digest, annotations }) => ({
      mediaType,
      size,
      digest,
      ...(annotations !== undefined && { annotations }),
    })),
  });
  const platform = { os: config.os, architecture: config.architecture };
  return { platform, manifest, config: configBlob, layers };
}

/** Returns a JSON document as a blob. The order of the fields is part of the digest. */
export function jsonBlob(mediaType: string, value: JsonObject): Blob {
  const content = Buffer.from(JSON.stringify(value));
  return { mediaType, digest: digestOf(content), size: content.length, content };
}
