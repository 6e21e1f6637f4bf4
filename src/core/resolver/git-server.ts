import { DOCKER_ANNOTATION, GIT_ANNOTATION } from '../model/credential-annotations.ts';

/** The server whose credential a Secret contains. */
export interface GitServer {
  readonly kind: 'git-basic' | 'git-ssh';
  readonly server: string;
}

/**
 * Returns the git server of a Secret by its type and annotations, like kpack; `undefined` for Secrets of other purposes. A
 * login with annotations for both a registry and git is for the registry only.
 */
export function gitServer(
  type: string | undefined,
  annotations: Readonly<Record<string, string>> = {},
): GitServer | undefined {
  const { [GIT_ANNOTATION]: server = '', [DOCKER_ANNOTATION]: registry = '' } = annotations;
  if (server === '') return undefined;
  if (type === 'kubernetes.io/basic-auth') return registry === '' ? { kind: 'git-basic', server } : undefined;
  return type === 'kubernetes.io/ssh-auth' ? { kind: 'git-ssh', server } : undefined;
}
