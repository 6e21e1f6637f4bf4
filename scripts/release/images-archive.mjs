import { canonicalName, MEDIA_TYPES, readImageReference, tar, withParents } from '../oci.mjs';
import { byBytes } from './byte-order.mjs';

/**
 * Returns an OCI image layout as a tar, for `ctr images import` and skopeo's `oci-archive:`. Each image
 * is `{ name, reference, root, images }`: `root` is the index or the one manifest that the reference names.
 */
export function imagesArchive(images) {
  const blobs = images.flatMap(({ root, images: all }) => [
    root,
    ...all.flatMap(({ layers, config, manifest }) => [...layers, config, manifest]),
  ]);
  const files = new Map(blobs.map(({ digest, content }) => [`blobs/${digest.replace(':', '/')}`, content]));
  const index = { schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests: images.map(descriptor) };
  return tar(
    withParents([
      ...[...files].toSorted(([one], [other]) => byBytes(one, other)).map(([path, content]) => file(path, content)),
      file('index.json', JSON.stringify(index)),
      file('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    ]),
  );
}

function file(path, content) {
  return { kind: 'file', path, content };
}

/** containerd reads the whole reference from its own annotation. skopeo finds an image by OCI's, so each image has another one. */
function descriptor({ name, reference, root: { mediaType, size, digest } }) {
  const reading = readImageReference(reference);
  const annotations = {
    'io.containerd.image.name': canonicalName(reading),
    'org.opencontainers.image.ref.name': `${name}:${reading.tag}`,
  };
  return { mediaType, size, digest, annotations };
}
