import { canonicalName, readImageReference } from '../../oci.mjs';
import { IMAGES } from '../file-names.mjs';
import { imageIndex, platformName } from '../image-index.mjs';
import { imagesArchive } from '../images-archive.mjs';
import { contentOf } from '../json-file.mjs';
import { equal, equalNames } from './equal.mjs';

/** Returns the claims on images.tar: it holds the release's images and nothing else, with their platforms, versions and digests. */
export function imageClaims({ version, files, index, archive, images }) {
  return [
    { claim: 'images of images.tar', check: () => checkArchive(contentOf(files, IMAGES), archive, images) },
    ...images.flatMap(({ name, digest, platforms }) => [
      {
        claim: `digest of image ${name}`,
        check: () => equal(listed(index, name)?.digest, digest, `the digest in release.json`),
      },
      { claim: `content of image ${name}`, check: () => void blobsBelow(archive, digest) },
      ...(platforms.length === 0
        ? []
        : [{ claim: `platforms of image ${name}`, check: () => checkIndex(archive, digest, platforms) }]),
      ...platforms.map((one) => ({
        claim: `version of image ${name} for ${one.platform}`,
        check: () => checkConfig(archive, one, version),
      })),
    ]),
  ];
}

function listed({ images }, image) {
  return Array.isArray(images) ? images.find(({ name }) => name === image) : undefined;
}

/** The archive has the bytes that follow from its images. Programs read unusual tars in different ways. */
function checkArchive(content, archive, images) {
  equalNames(
    archive.names,
    images.map(({ reference }) => canonicalName(readImageReference(reference))),
  );
  const blobs = images.flatMap(({ digest }) => blobsBelow(archive, digest));
  const paths = [...new Set(blobs)].map((digest) => `blobs/${digest.replace(':', '/')}`);
  equalNames(archive.paths, [...paths, 'index.json', 'oci-layout']);
  if (!content.equals(imagesArchive(images.map((image) => blobsOf(archive, image)))))
    throw new Error('the archive has more than the images, or describes them as no release does');
}

/** Returns an image as `imagesArchive` reads it. */
function blobsOf(archive, { name, reference, digest, platforms }) {
  const blob = ({ digest: one, mediaType = archive.json(one).mediaType }) => {
    const content = archive.blob(one);
    return { mediaType, digest: one, size: content.length, content };
  };
  const manifests = platforms.length === 0 ? [digest] : platforms.map((one) => one.digest);
  const all = manifests.map((one) => {
    const { config, layers } = archive.json(one);
    return { manifest: blob({ digest: one }), config: blob(config), layers: layers.map(blob) };
  });
  return { name, reference, root: blob({ digest }), images: all };
}

/** The index lists the images of the platforms and says nothing else about them. */
function checkIndex(archive, digest, platforms) {
  const images = platforms.map((one) => {
    const [os, architecture] = one.platform.split('/');
    const content = archive.blob(one.digest);
    const { mediaType } = archive.json(one.digest);
    return { manifest: { mediaType, digest: one.digest, size: content.length }, platform: { os, architecture } };
  });
  equal(
    imageIndex(images).digest,
    digest,
    `the digest of an index of ${platforms.map(({ platform }) => platform).join(' and ')}`,
  );
}

/** Reads an index or manifest and all blobs below it, and returns their digests. Reading verifies them. */
function blobsBelow(archive, digest) {
  const { manifests = [], config, layers = [] } = archive.json(digest);
  const blobs = config === undefined ? layers : [...layers, config];
  for (const { digest: blob, size } of blobs) equal(archive.blob(blob).length, size, `the size of ${blob}`);
  return [
    digest,
    ...blobs.map((blob) => blob.digest),
    ...manifests.flatMap((manifest) => blobsBelow(archive, manifest.digest)),
  ];
}

function checkConfig(archive, { platform, digest }, version) {
  const { os, architecture, config } = archive.json(archive.json(digest).config.digest);
  equal(platformName({ os, architecture }), platform, 'the platform in the configuration');
  equal(config.Labels?.['org.opencontainers.image.version'], version, 'the label of the version');
}
