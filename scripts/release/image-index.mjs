import { jsonBlob, MEDIA_TYPES } from '../oci.mjs';

/** The architectures of a release, in the order of its indexes. */
export const ARCHITECTURES = ['amd64', 'arm64'];

/** Returns the index of an image for several platforms (OCI image specification, image-index.md). */
export function imageIndex(platforms) {
  return jsonBlob(MEDIA_TYPES.oci.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.index,
    manifests: platforms.map(({ manifest, platform }) => ({
      mediaType: manifest.mediaType,
      size: manifest.size,
      digest: manifest.digest,
      platform: { architecture: platform.architecture, os: platform.os },
    })),
  });
}

/** Returns the name of a platform. */
export function platformName({ os, architecture }) {
  return `${os}/${architecture}`;
}
