import { ACCOUNT } from '../../cluster/registry/account.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { SourceServers } from './application-sources.ts';

export const SERVICE_ACCOUNT = 'builds';

/** Reads the git server, and may not push. */
export const READER = 'reads';

/** Pulls from the registry, and is none of the account's: what asks for it names it. */
export const PULL_SECRET = 'pull';

/** What the account of Builds lists: a Secret for each server that asks who one is. */
export const SECRETS = ['registry', 'git', 'ssh', 'blob'] as const;

/** Accounts with their Secrets, as kpack has them annotated. */
export function accountObjects(registry: Registry, { git, blob, ssh }: SourceServers): readonly KubernetesObject[] {
  const basic = 'kubernetes.io/basic-auth';
  const secrets: Readonly<Record<(typeof SECRETS)[number], KubernetesObject>> = {
    registry: secret('registry', basic, ACCOUNT, { 'kpack.io/docker': registry.url }),
    git: secret('git', basic, ACCOUNT, { 'kpack.io/git': git }),
    ssh: secret(
      'ssh',
      'kubernetes.io/ssh-auth',
      { 'ssh-privatekey': ssh.privateKey, known_hosts: ssh.knownHosts },
      { 'kpack.io/git': ssh.host },
    ),
    blob: secret('blob', 'Opaque', ACCOUNT, { 'kpack.io/blob': blob }),
  };
  return [
    ...Object.values(secrets),
    pullSecret(PULL_SECRET, registry.address, ACCOUNT),
    serviceAccount(SERVICE_ACCOUNT, SECRETS),
    serviceAccount(READER, ['git']),
  ];
}

export function serviceAccount(
  name: string,
  secrets: readonly string[],
  imagePullSecrets: readonly string[] = [],
): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name },
    secrets: secrets.map((one) => ({ name: one })),
    imagePullSecrets: imagePullSecrets.map((one) => ({ name: one })),
  };
}

/** A docker config with one registry. */
export function pullSecret(name: string, registry: string, account: typeof ACCOUNT): KubernetesObject {
  const config = JSON.stringify({ auths: { [registry]: account } });
  return secret(name, 'kubernetes.io/dockerconfigjson', { '.dockerconfigjson': config });
}

export function secret(
  name: string,
  type: string,
  stringData: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>> = {},
): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, annotations }, type, stringData };
}
