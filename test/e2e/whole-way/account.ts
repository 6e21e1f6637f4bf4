import { ACCOUNT } from '../../cluster/registry/account.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { SourceServers } from './application-sources.ts';

export const NAMESPACE = 'whole-way';

export const SERVICE_ACCOUNT = 'builds';

/** Pulls from the registry, and is none of the account's: what asks for it names it. */
export const PULL_SECRET = 'pull';

/** A namespace, and in it an account with a Secret for each server that asks who one is, as kpack has them annotated. */
export function accountObjects(registry: Registry, { git, blob, ssh }: SourceServers): readonly KubernetesObject[] {
  const basic = 'kubernetes.io/basic-auth';
  const auths = { [registry.address]: ACCOUNT };
  const secrets = [
    secret('registry', basic, ACCOUNT, { 'kpack.io/docker': registry.url }),
    secret('git', basic, ACCOUNT, { 'kpack.io/git': git }),
    secret(
      'ssh',
      'kubernetes.io/ssh-auth',
      { 'ssh-privatekey': ssh.privateKey, known_hosts: ssh.knownHosts },
      { 'kpack.io/git': ssh.host },
    ),
    secret('blob', 'Opaque', ACCOUNT, { 'kpack.io/blob': blob }),
  ];
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    ...secrets,
    secret(PULL_SECRET, 'kubernetes.io/dockerconfigjson', { '.dockerconfigjson': JSON.stringify({ auths }) }),
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: SERVICE_ACCOUNT, namespace: NAMESPACE },
      secrets: secrets.map(({ metadata: { name } }) => ({ name })),
    },
  ];
}

function secret(
  name: string,
  type: string,
  stringData: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>> = {},
): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE, annotations }, type, stringData };
}
