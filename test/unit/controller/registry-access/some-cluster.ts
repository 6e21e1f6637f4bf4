import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Objects that can be got, and what was asked for. */
export function clusterOf(...objects: readonly KubeObject[]): Pick<KubeClient, 'get'> & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    get: async ({ kind }, { namespace, name }) => {
      asked.push(`${kind} ${namespace}/${name}`);
      const found = objects.find(
        (object) => object.kind === kind && object.metadata.name === name && object.metadata['namespace'] === namespace,
      );
      if (found === undefined) throw new KubeError('NOT_FOUND', `get ${kind} ${name}`, 'it is not there');
      return found;
    },
  };
}

export function account(
  name: string,
  secrets: readonly string[],
  imagePullSecrets: readonly string[] = [],
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: 'team' },
    secrets: secrets.map((secret) => ({ name: secret })),
    imagePullSecrets: imagePullSecrets.map((secret) => ({ name: secret })),
  };
}

/** A login for a registry by its annotation. */
export function login(name: string, registry: string, password: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team', annotations: { 'kpack.io/docker': registry } },
    type: 'kubernetes.io/basic-auth',
    data: { username: base64('me'), password: base64(password) },
  };
}

/** A docker config with one entry. */
export function dockerConfig(name: string, registry: string, password: string): KubeObject {
  const config = { auths: { [registry]: { auth: base64(`me:${password}`) } } };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': base64(JSON.stringify(config)) },
  };
}

/** Docker's config of old. */
export function dockercfg(name: string, registry: string, password: string): KubeObject {
  return {
    ...dockerConfig(name, registry, password),
    type: 'kubernetes.io/dockercfg',
    data: { '.dockercfg': base64(JSON.stringify({ [registry]: { username: 'me', password } })) },
  };
}
