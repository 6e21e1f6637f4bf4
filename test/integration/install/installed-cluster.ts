import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONTROLLER_NAMESPACE, SERVICE_ACCOUNT } from '../../../src/core/model/installation-names.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { installed } from '../../support/manifests.ts';
import { expectOwnCluster } from '../../cluster/attached-cluster.ts';
import { ROOT } from '../../support/command.ts';
import { kubectl, type Printed } from '../crds/kubectl.ts';

const CONFIG = path.join(ROOT, 'config');

/** The installed files and folders, in apply order. */
const PLACES = readdirSync(CONFIG)
  .filter((name) => /^\d/.test(name))
  .toSorted();

/** Applies everything as users do. */
export async function applyAll(cluster: Cluster): Promise<readonly Printed[]> {
  expectOwnCluster();
  const printed: Printed[] = [];
  for (const place of PLACES) printed.push(await kubectl(cluster, ['apply', '-f', path.join(CONFIG, place)]));
  return printed;
}

/** Removes objects that affect other tests on the same cluster. */
export async function removeInstallation(cluster: Cluster): Promise<void> {
  const manifests = ['310-deprecated-fields.yaml', '500-controller.yaml'].flatMap((place) => installed(place));
  await kubectl(cluster, ['delete', '--ignore-not-found', '-f', '-'], manifests);
}

/** Returns a kubeconfig with only a token of the controller's ServiceAccount. */
export async function accountKubeconfig(
  cluster: Pick<Cluster, 'client' | 'kubectl' | 'kubeconfig'>,
  folder: string,
  namespace = CONTROLLER_NAMESPACE,
): Promise<string> {
  const { stdout, stderr } = await kubectl(cluster, ['-n', namespace, 'create', 'token', SERVICE_ACCOUNT]);
  if (stdout === '') throw new Error(stderr);
  const { server, authority } = cluster.client.address;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'own',
    clusters: [{ name: 'own', cluster: { server, 'certificate-authority': authority } }],
    users: [{ name: 'own', user: { token: stdout.trim() } }],
    contexts: [{ name: 'own', context: { cluster: 'own', user: 'own', namespace } }],
  };
  const file = path.join(folder, 'account.kubeconfig');
  writeFileSync(file, JSON.stringify(config));
  return file;
}
