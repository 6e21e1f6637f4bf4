import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { runCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { kubectl } from '../crds/kubectl.ts';
import { commandReader } from './command-reader.ts';

const NAMESPACE = 'pipelines-page';

describe('a reader installs the Tasks for Pipelines', () => {
  const universe = placedUniverse();
  let cluster: Cluster;
  let builder: string;
  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    const { stdout, stderr, status } = runCommand(['builder', 'publish', '-f', 'parts.yaml', '-f', 'good.yaml'], {
      cwd: universe().workspace.path,
    });
    if (status !== 0) throw new Error(stderr);
    builder = stdout.trim();
  });
  after(() => kubectl(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']));

  describePage('docs/how-to/build-in-a-pipeline.md', {
    reader: () => {
      const { address } = universe().registry;
      const values = { 'paketobuildpacks/builder-jammy-base': builder, 'registry.example.com': address };
      return commandReader(cluster, { namespace: NAMESPACE, values });
    },
  });
});
