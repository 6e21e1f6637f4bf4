import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { buildCommand } from '../../support/command.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl, kubectlOutput } from '../crds/kubectl.ts';
import { commandReader } from './command-reader.ts';

const NAMESPACES = ['apps', 'shop', 'taskpack'];

/** The pages whose commands need only an API server with kpack's kinds, and objects of the names that the pages use. */
const PAGES = [
  'docs/how-to/rebuild-on-push.md',
  'docs/how-to/limit-builds.md',
  'docs/how-to/trace-builds.md',
  'docs/how-to/use-a-cloud-identity.md',
];

describe('a reader runs the commands of pages on a cluster', () => {
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    const namespaces = NAMESPACES.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
    await kubectlOutput(cluster, ['apply', '-f', '-'], [...namespaces, image('web'), image('my-app'), build()]);
  });
  after(async () => {
    await kubectl(cluster, ['delete', 'secret/git-webhooks', 'service/git-webhooks', '-n', 'taskpack']);
    await kubectl(cluster, ['delete', 'namespace', '--wait=false', 'apps', 'shop']);
  });

  for (const page of PAGES) describePage(page, { reader: () => commandReader(cluster, { namespace: 'apps' }) });
});

function image(name: string): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: { name, namespace: 'apps' },
    spec: {
      tag: `registry.example.com/${name}`,
      serviceAccountName: 'default',
      builder: { kind: 'ClusterBuilder', name: 'base' },
      source: { git: { url: 'https://git.example.com/app.git', revision: 'main' } },
    },
  };
}

function build(): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'my-build', namespace: 'apps' },
    spec: {
      tags: ['registry.example.com/app'],
      builder: { image: 'registry.example.com/builder' },
      source: { git: { url: 'https://git.example.com/app.git', revision: 'main' } },
    },
  };
}
