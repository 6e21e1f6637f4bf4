/** The annotations of a Secret that name the server for which the Secret has credentials (kpack, pkg/secret). */
export const DOCKER_ANNOTATION = 'kpack.io/docker';
export const GIT_ANNOTATION = 'kpack.io/git';
export const BLOB_ANNOTATION = 'kpack.io/blob';

/** The annotations of a Secret with a cosign key: the repository of the signatures, and if they have Docker's media types. */
export const COSIGN_REPOSITORY_ANNOTATION = 'kpack.io/cosign.repository';
export const COSIGN_MEDIA_TYPES_ANNOTATION = 'kpack.io/cosign.docker-media-types';
