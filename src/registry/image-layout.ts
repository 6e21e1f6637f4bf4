import type { JsonObject } from '../model/json.ts';
import { parseImageReference } from '../model/image-reference.ts';
import type { Image } from './image.ts';
import { MEDIA_TYPES } from './media-types.ts';

/** A file of an image layout; the path is relative to the layout. */
export interface LayoutFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface NamedImage {
  readonly image: Image;
  /** A reference, as `localhost/pause:1`. */
  readonly name?: string;
}

/** The files of an OCI image layout (OCI image specification, image-layout.md), by path, each blob once. */
export function imageLayout(images: readonly NamedImage[]): readonly LayoutFile[] {
  const blobs = new Map<string, Uint8Array>();
  for (const { image } of images) {
    for (const { digest, content } of [...image.layers, image.config, image.manifest]) {
      if (content === undefined) throw new Error(`the image layout needs the content of layer ${digest}`);
      blobs.set(`blobs/${digest.replace(':', '/')}`, content);
    }
  }
  return [
    ...Array.from(blobs, ([path, content]) => ({ path, content })).toSorted((one, other) =>
      one.path < other.path ? -1 : 1,
    ),
    jsonFile('index.json', {
      schemaVersion: 2,
      mediaType: MEDIA_TYPES.oci.index,
      manifests: images.map(descriptor),
    }),
    jsonFile('oci-layout', { imageLayoutVersion: '1.0.0' }),
  ];
}

function descriptor({ image, name }: NamedImage): JsonObject {
  const { mediaType, size, digest } = image.manifest;
  const annotations = name === undefined ? {} : { annotations: nameAnnotations(name) };
  return { mediaType, size, digest, platform: image.platform, ...annotations };
}

/** containerd takes the whole name from an annotation of its own; others know the tag by OCI's. */
function nameAnnotations(name: string): JsonObject {
  return {
    'io.containerd.image.name': name,
    'org.opencontainers.image.ref.name': parseImageReference(name)?.tag ?? 'latest',
  };
}

function jsonFile(path: string, value: JsonObject): LayoutFile {
  return { path, content: Buffer.from(JSON.stringify(value)) };
}
