import { ACCOUNT } from '../../cluster/registry/account.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { SourceServers } from './application-sources.ts';

export const SERVICE_ACCOUNT = 'builds';

/** An account that may read from the git server but not push to the registry. */
export const READER = 'reads';

/** A Secret that pulls from the registry. The account does not list the Secret: its users name the Secret. */
export const PULL_SECRET = 'pull';

/** The Secrets of the Builds' account: one for each server that requires a login. */
export const SECRETS = ['registry', 'git', 'ssh', 'blob'] as const;

/** Returns the accounts and their Secrets, annotated as kpack requires. */
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

/** Returns a Secret with the docker config of one registry. */
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
