import { canonicalName, digestOf, MEDIA_TYPES, readImageReference, tar, withParents } from '../oci.mjs';
import { readTar } from './archives.mjs';
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

/**
 * Returns the content of an archive: `names` are the images in containerd's form and `paths` the files, `digestOfName` returns the digest of a
 * reference, `blob` a blob, and `json` a manifest or configuration. `blob` throws if the
 * archive lacks it, or if its content has another digest.
 */
export async function readImagesArchive(archive) {
  const entries = await readTar(archive);
  const files = new Map(entries.map(({ path, content }) => [path, content]));
  const { manifests } = JSON.parse(files.get('index.json') ?? '{"manifests":[]}');
  const blob = (digest) => {
    const content = files.get(`blobs/${digest.replace(':', '/')}`);
    if (content === undefined) throw new Error(`images.tar has no blob ${digest}`);
    const actual = digestOf(content);
    if (actual !== digest) throw new Error(`the blob ${digest} in images.tar has the digest ${actual}`);
    return content;
  };
  return {
    names: manifests.map(({ annotations }) => annotations?.['io.containerd.image.name'] ?? 'an image without a name'),
    paths: entries.map(({ path }) => path),
    digestOfName: (reference) => {
      const name = canonicalName(readImageReference(reference));
      return manifests.find(({ annotations }) => annotations?.['io.containerd.image.name'] === name)?.digest;
    },
    blob,
    json: (digest) => JSON.parse(Buffer.from(blob(digest)).toString()),
  };
}
