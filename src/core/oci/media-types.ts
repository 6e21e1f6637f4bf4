/** The two families of media types. Their documents differ in the names of the types only. */
export type ImageFamily = 'oci' | 'docker';

interface MediaTypes {
  readonly manifest: string;
  readonly index: string;
  readonly config: string;
  /** A gzipped tar. */
  readonly layer: string;
}

/** Media types from the OCI image specification (media-types.md) and Docker's image manifest version 2, schema 2. */
export const MEDIA_TYPES: Readonly<Record<ImageFamily, MediaTypes>> = {
  oci: {
    manifest: 'application/vnd.oci.image.manifest.v1+json',
    index: 'application/vnd.oci.image.index.v1+json',
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  },
  docker: {
    manifest: 'application/vnd.docker.distribution.manifest.v2+json',
    index: 'application/vnd.docker.distribution.manifest.list.v2+json',
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  },
};
