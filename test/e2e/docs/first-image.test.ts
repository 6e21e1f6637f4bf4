import { DEPLOYMENT, CONTROLLER_NAMESPACE as SYSTEM } from '../../../src/core/model/installation-names.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { kubectl, kubectlOutput } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { tutorialValues } from './tutorial-values.ts';

const NAMESPACE = 'tutorial';

describe('a reader builds a first image on the node', function () {
  let cluster: NodeCluster;
  let universe: PushedUniverse;
  let repositories: Repositories;
  let git: GitServer;
  let reaching: Promise<void> | undefined;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await oneNodeCluster();
    await pushOwnImages(cluster.registry);
    universe = await pushRunningUniverse(cluster.registry);
    repositories = makeRepositories();
    repositories.commit('samples', { 'nodejs/npm/hello.txt': 'world' });
    git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });
  after(async function () {
    this.timeout(180_000);
    await reaching;
    await git?.stop();
    repositories?.remove();
    await kubectl(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']);
    await kubectl(cluster, ['delete', 'clusterstack/base', 'clusterlifecycle/default-lifecycle', '--ignore-not-found']);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], runCommand(['uninstall']).stdout);
  });

  describePage('docs/tutorials/first-image.md', {
    reader: () =>
      commandReader(cluster, { namespace: NAMESPACE, values: tutorialValues(cluster.registry, universe, git) }),
    before: {
      '2. Install taskpack': (directory) => {
        linkClone(directory);
        reaching = reachApiServer();
      },
    },
  });

  /** Gives the Deployment the API server's address, which Pods of other clusters find by DNS and kube-proxy. */
  async function reachApiServer(): Promise<void> {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: DEPLOYMENT, namespace: SYSTEM } };
    await until('the Deployment', async () => cluster.client.get(deployment), { seconds: 100 });
    const { hostname, port } = new URL(cluster.client.address.server);
    const variables = [`KUBERNETES_SERVICE_HOST=${hostname}`, `KUBERNETES_SERVICE_PORT=${port}`];
    await kubectlOutput(cluster, ['set', 'env', `deployment/${DEPLOYMENT}`, '-n', SYSTEM, ...variables]);
  }
});
