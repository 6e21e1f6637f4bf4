import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseImageReference } from '../../core/model/image-reference.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Image } from '../../core/oci/image.ts';
import { MEDIA_TYPES } from '../../core/oci/media-types.ts';
import { tar, withParents } from '../../core/oci/tar.ts';

/** A file of an image layout; the path is relative to the layout's directory. */
export interface LayoutFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface NamedImage {
  readonly image: Image;
  /** The image reference to import the image as, such as `localhost/pause:1`. */
  readonly name?: string;
}

/**
 * Returns the files of an OCI image layout (OCI image specification, image-layout.md): blobs by path, each once, then
 * `index.json` and `oci-layout`. Throws if a layer has no content.
 */
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

/** containerd reads the whole reference from its own annotation; other tools read the tag from OCI's. */
function nameAnnotations(name: string): JsonObject {
  return {
    'io.containerd.image.name': name,
    'org.opencontainers.image.ref.name': parseImageReference(name)?.tag ?? 'latest',
  };
}

function jsonFile(path: string, value: JsonObject): LayoutFile {
  return { path, content: Buffer.from(JSON.stringify(value)) };
}

/** Returns an image layout as a tar archive, for `ctr images import` and for skopeo's `oci-archive:`. */
export function imageArchive(images: readonly NamedImage[]): Uint8Array {
  return tar(withParents(imageLayout(images).map(({ path, content }) => ({ path, kind: 'file', content }))));
}

/**
 * Writes an image layout to a directory. `index.json` and `oci-layout` come last, so an interrupted write leaves no
 * valid layout.
 */
export async function writeLayout(files: readonly LayoutFile[], directory: string): Promise<void> {
  for (const file of files) {
    const target = join(directory, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, file.content);
  }
}
