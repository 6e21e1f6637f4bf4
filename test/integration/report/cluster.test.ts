import { expect } from 'chai';
import { makeImage } from '../../../src/registry/image.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runInProcess, type Outcome } from '../../support/command.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';

const NAMESPACE = 'report';

const RUN = makeLayer([{ kind: 'file', path: '/etc/os-release', content: 'run image' }]);
const SBOM = makeLayer([
  {
    kind: 'file',
    path: '/layers/sbom/launch/a_node/modules/sbom.cdx.json',
    content: JSON.stringify({ components: [{ name: 'left-pad', version: '1.3.0' }] }),
  },
]);

/** Returns an image of a Build, with its own application layer. */
function builtImage(application: string) {
  const app = makeLayer([{ kind: 'file', path: '/workspace/app', content: application }]);
  const metadata = JSON.stringify({ app: [{ sha: app.diffId }], sbom: { sha: SBOM.diffId } });
  const config = {
    os: 'linux',
    architecture: 'amd64',
    config: { Labels: { 'io.buildpacks.lifecycle.metadata': metadata } },
  };
  return makeImage({ family: 'oci', config, layers: [RUN, app, SBOM] });
}

describe('taskpack report with an API server and a registry', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let user: NamespaceUser;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    user = await namespaceUser(cluster, NAMESPACE, 'developer', [
      { apiGroups: ['kpack.io'], resources: ['builds'], verbs: ['get'] },
    ]);
    const target = { url: registry().url, repository: 'team/shop' };
    const image = (digest: string): string => `${registry().address}/team/shop@${digest}`;
    const previous = image(await pushImage(builtImage('one'), target, '1'));
    await createBuild(image(await pushImage(builtImage('two'), target, '2')), previous);
  });
  after(() => user?.remove());

  it('reads the image and the previous one, and says what the user may not read', async () => {
    const { status, stdout, stderr } = await report('shop-build-2');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const text = stdout.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');
    expect(text).to.match(/The image has 3 layers of .* are new; the previous image has the other layers\./);
    expect(text)
      .to.match(/application\s+sha256:\w+\s+new/)
      .and.match(/run image\s+sha256:\w+\s+reused/);
    expect(text).to.match(/left-pad\s+1\.3\.0\s+a\/node/);
    expect(text).to.match(/Not in this page.*The order of the builder: .*The log: the Build has no Pod/s);
  });

  it('names a Build that does not exist', async () => {
    expect(await report('nothing')).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: `error: namespace ${NAMESPACE} has no Build nothing\n`,
    });
  });

  async function report(build: string): Promise<Outcome> {
    return runInProcess(['report', build, '--kubeconfig', user.kubeconfig]);
  }

  async function createBuild(latestImage: string, previous: string): Promise<void> {
    const build = await cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'shop-build-2', namespace: NAMESPACE, annotations: { 'image.kpack.io/builderName': 'base' } },
      spec: {
        tags: [`${registry().address}/team/shop`],
        builder: { image: 'registry.example/builder' },
        source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
        lastBuild: { image: previous },
      },
    } as KubernetesObject);
    const status = {
      latestImage,
      podName: 'shop-build-2-build-pod',
      conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' }],
    };
    await cluster.client.send('PATCH', `${kpackPath(build)}/status`, { status }, 'application/merge-patch+json');
  }
});
