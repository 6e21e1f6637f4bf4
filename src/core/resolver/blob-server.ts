import { BLOB_ANNOTATION, DOCKER_ANNOTATION } from '../model/credential-annotations.ts';
import { gitServer } from './git-server.ts';

const DOCKER_TYPES: readonly (string | undefined)[] = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'];

/**
 * Returns the server of blobs whose credential a Secret contains; `undefined` for Secrets of other purposes. A Secret for a
 * registry or for git is not for blobs, too.
 */
export function blobServer(
  type: string | undefined,
  annotations: Readonly<Record<string, string>> = {},
): string | undefined {
  const { [BLOB_ANNOTATION]: server = '', [DOCKER_ANNOTATION]: registry = '' } = annotations;
  const isForRegistry = DOCKER_TYPES.includes(type) || (type === 'kubernetes.io/basic-auth' && registry !== '');
  return server === '' || isForRegistry || gitServer(type, annotations) !== undefined ? undefined : server;
}
