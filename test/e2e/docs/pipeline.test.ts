import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { createFolderVolume } from '../../cluster/node/folder-claim.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { kubectl } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { startPipelineBed, type PipelineBed } from './pipeline-bed.ts';

const NAMESPACE = 'pipeline-tutorial';

describe('a reader brings an application from git to the node with a Pipeline', function () {
  let bed: PipelineBed;
  let repositories: Repositories;
  let git: GitServer;
  /** The port of this machine that leads to the application. */
  let port = 0;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startPipelineBed();
    repositories = makeRepositories();
    repositories.commit('samples', { 'nodejs/npm/index.html': '<!DOCTYPE html>\n<title>Sample</title>\n' });
    git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
    [port = 0] = await freePorts(1);
    await bed.cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await createFolderVolume(bed.cluster, { name: 'files', namespace: NAMESPACE });
  });
  after(async function () {
    this.timeout(180_000);
    await git?.stop();
    repositories?.remove();
    await kubectl(bed.cluster, ['delete', 'namespace', NAMESPACE, '--timeout=60s']);
    await kubectl(bed.cluster, ['delete', 'persistentvolume', `${NAMESPACE}-files`, '--wait=false']);
  });

  describePage('docs/tutorials/pipeline.md', {
    reader: () => {
      const own = {
        'https://github.com/paketo-buildpacks/samples': `${git.url}/samples.git`,
        'deployment/web 8080': `deployment/web ${port}:8080`,
        'localhost:8080': `localhost:${port}`,
      };
      const values = { ...bed.values, ...own, ...withServer(bed.cluster) };
      return commandReader(bed.cluster, { namespace: NAMESPACE, values });
    },
    before: { '2. Install the Tasks': linkClone },
  });
});

/** Gives the Pod that deploys the API server's address, which Pods of other clusters find by DNS and kube-proxy. */
function withServer({ client }: NodeCluster): Readonly<Record<string, string>> {
  const { hostname, port } = new URL(client.address.server);
  const env = [
    `{ name: KUBERNETES_SERVICE_HOST, value: '${hostname}' }`,
    `{ name: KUBERNETES_SERVICE_PORT, value: '${port}' }`,
  ];
  const token = 'automountServiceAccountToken: true';
  return { [token]: `${token}, env: [${env.join(', ')}]` };
}
