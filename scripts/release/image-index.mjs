import { jsonBlob, MEDIA_TYPES } from '../oci.mjs';

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
