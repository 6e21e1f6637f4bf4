/** The annotations of a Secret that name the server for which the Secret has credentials (kpack, pkg/secret). */
export const DOCKER_ANNOTATION = 'kpack.io/docker';
export const GIT_ANNOTATION = 'kpack.io/git';
export const BLOB_ANNOTATION = 'kpack.io/blob';
