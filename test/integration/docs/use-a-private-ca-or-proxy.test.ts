import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { CORPORATE_CA, TEAM_CA } from '../../support/authorities.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { describePage } from '../../support/docs/run-page.ts';
import type { Workspace } from '../../support/workspace.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl, kubectlOutput } from '../crds/kubectl.ts';
import { accountKubeconfig, applyAll, removeInstallation } from '../install/installed-cluster.ts';
import { commandReader } from './command-reader.ts';

/** The team makes a mistake in its ConfigMap. */
const MISTAKE = { data: { 'ca.crt': 'none' } };

/** Other tests on the cluster delete the namespace of the page. */
const NAMESPACE = 'network-shop';
const VALUES = { '-n shop': `-n ${NAMESPACE}`, 'ConfigMap shop/': `ConfigMap ${NAMESPACE}/` };

describe('a reader names certificates, proxies and mirrors', () => {
  let cluster: Cluster;
  let folder: string;
  let controller: ControllerProcess;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-network-'));
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    controller = controllerProcess(await accountKubeconfig(cluster, folder), { BACKEND: 'native' });
    await controller.says('leading');
  });
  after(async function () {
    this.timeout(60_000);
    controller?.kill('SIGTERM');
    await controller?.ended;
    await kubectl(cluster, ['delete', 'configmap/network', '-n', 'taskpack', '--ignore-not-found']);
    await kubectl(cluster, [
      'delete',
      `namespace/${NAMESPACE}`,
      'clusterstack/base',
      '--ignore-not-found',
      '--wait=false',
    ]);
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  describePage('docs/how-to/use-a-private-ca-or-proxy.md', {
    reader: () => commandReader(cluster, { namespace: NAMESPACE, values: VALUES }),
    before: {
      '1. For the whole cluster': (directory) => directory.write({ 'corporate-ca.pem': CORPORATE_CA }),
      '2. For one namespace': (directory) => directory.write({ 'team-ca.pem': TEAM_CA }),
      '3. Without a cluster': writeBuild,
      'If a ConfigMap cannot be used': makeMistake,
    },
    // The command exits with 1 because it finds an error.
    exits: { 'taskpack doctor': 1 },
    varies: [/^\S+(?= +Warning)/gm],
  });

  async function makeMistake(): Promise<void> {
    const patch = ['patch', 'configmap/network', '-n', NAMESPACE, '--type', 'merge', '-p', JSON.stringify(MISTAKE)];
    await kubectlOutput(cluster, patch);
    await until('the Event', async () => {
      const events = await cluster.client.list('events.k8s.io/v1', 'Event', NAMESPACE);
      return events.some((event) => textAt(event as unknown as JsonObject, 'reason') === 'NetworkInvalid') || undefined;
    });
  }
});

/** The facts stand in for the registry of the builder. */
function writeBuild(directory: Workspace): void {
  const [build, facts] = ['build.yaml', 'facts.yaml'].map((name) =>
    readFileSync(path.join(ROOT, 'config/samples', name), 'utf8'),
  );
  directory.write({ 'build.yaml': `${build}---\n${facts}` });
}
