import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runInProcess, type Outcome } from '../../support/command.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { builtImage, createBuilt } from './built-image.ts';

const NAMESPACE = 'report';

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
    const built = image(await pushImage(builtImage('two'), target, '2'));
    const deleted = image(`sha256:${'0'.repeat(64)}`);
    await createBuilt(cluster, { namespace: NAMESPACE, name: 'shop-build-2' }, { built, previous });
    await createBuilt(cluster, { namespace: NAMESPACE, name: 'shop-build-3' }, { built, previous: deleted });
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
    expect(text).to.match(
      /Not in this page.*The order of the builder: .*The log: the Pod of the Build does not exist/s,
    );
  });

  it('says why it does not compare with the previous image', async () => {
    const { stdout } = await report('shop-build-3');
    expect(stdout).to.match(/The layers of the previous image: .*not found/i);
    expect(stdout).to.include('application');
  });

  it('names a Build that does not exist', async () => {
    expect(await report('nothing')).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: `error: builds.kpack.io "nothing" not found in namespace ${NAMESPACE}\n`,
    });
  });

  async function report(build: string): Promise<Outcome> {
    return runInProcess(['report', build, '--kubeconfig', user.kubeconfig]);
  }
});
