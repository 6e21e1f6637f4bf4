import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';

/** A user who may do something in one namespace, and nothing elsewhere. */
export interface NamespaceUser {
  readonly kubeconfig: string;
  readonly remove: () => void;
}

/** The rules of a Role. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Creates a ServiceAccount with a Role in a namespace that exists, and a kubeconfig with its token. */
export async function namespaceUser(
  { client }: Cluster,
  namespace: string,
  name: string,
  rules: readonly Rule[],
): Promise<NamespaceUser> {
  const metadata = { namespace, name };
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name };
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  await client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  await client.create({ apiVersion, kind: 'Role', metadata, rules } as KubernetesObject);
  await client.create({ apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects } as KubernetesObject);
  const tokenPath = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const { status } = await until(
    `a token of ${name}`,
    async () => (await client.send('POST', tokenPath, request)) as { readonly status: { readonly token: string } },
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-user-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const { server, authority } = client.address;
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'own',
      clusters: [{ name: 'own', cluster: { server, 'certificate-authority': authority } }],
      users: [{ name: 'own', user: { token: status.token } }],
      contexts: [{ name: 'own', context: { cluster: 'own', user: 'own', namespace } }],
    }),
  );
  return { kubeconfig, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
