import { expect } from 'chai';
import path from 'node:path';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Image } from '../../../src/core/oci/image.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { labelledImage } from '../../cluster/universe/labelled-image.ts';
import { buildCommand, ROOT, runCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { nodeOf } from '../controllers/builds/pod-node.ts';
import { kubectl, kubectlOutput } from '../crds/kubectl.ts';
import { startEmptyCluster, type EmptyCluster } from './empty-cluster.ts';
import { accountKubeconfig } from './installed-cluster.ts';

/** The output of `taskpack install` at commit 41c247af, before the first release. */
const EARLIER = path.join(import.meta.dirname, 'releases/first.yaml');
const CONFIG = path.join(ROOT, 'config');
const TEAM = 'team';

/** One Build at a time, so that an Image waits. */
const SETTINGS = { BACKEND: 'native', MAX_UNFINISHED_BUILDS: '1' };

describe('an upgrade from the release before, with a Build that runs and an Image that waits', function () {
  this.timeout(180_000);
  const universe = placedUniverse();
  const workspace = makeWorkspace();
  let cluster: EmptyCluster;
  let controller: ControllerProcess | undefined;
  let earlier: readonly string[];

  const start = async (): Promise<void> => {
    controller = controllerProcess(await accountKubeconfig(cluster, workspace.path), SETTINGS);
    await controller.says('leading');
  };
  const stop = async (): Promise<void> => {
    controller?.kill('SIGTERM');
    await controller?.ended;
  };
  const list = async (kind: string): Promise<readonly JsonObject[]> => {
    const found: unknown = JSON.parse(await kubectlOutput(cluster, ['get', kind, '-n', TEAM, '-o', 'json']));
    return objectsAt(found as JsonObject, 'items');
  };
  const names = async (kind: string): Promise<readonly string[]> => (await list(kind)).map(nameOf);
  const createImage = async (name: string, namespace = TEAM): Promise<KubernetesObject> => {
    const { kind, metadata } = universe().documents.builders.good as KubernetesObject;
    const git = { url: `https://git.example/${name}`, revision: 'c'.repeat(40) };
    const image: KubernetesObject = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name, namespace },
      spec: { tag: `${universe().registry.address}/${name}`, builder: { kind, name: metadata.name }, source: { git } },
    };
    await cluster.client.create(image);
    return image;
  };
  const imageReports = async (name: string, reason: string): Promise<void> => {
    await until(`the Image ${name} reports ${reason}`, async () => {
      const image = (await list('images.kpack.io')).find((one) => nameOf(one) === name) ?? {};
      const condition = objectsAt(objectAt(image, 'status'), 'conditions').find(({ type }) => type === 'Ready');
      return condition?.['reason'] === reason ? true : undefined;
    });
  };
  const podOf = async (build: string): Promise<string> =>
    until(`the Pod of ${build}`, async () => {
      const found = (await list('builds.kpack.io')).find((one) => nameOf(one) === build);
      return textAt(objectAt(found ?? {}, 'status'), 'podName');
    });
  /** An image that the builder made, as its labels show. */
  const application = async (): Promise<Image> => {
    const [builder = {}] = await list('clusterbuilders.kpack.io');
    const { id, runImage } = objectAt(objectAt(builder, 'status'), 'stack');
    return labelledImage({
      labels: {
        'io.buildpacks.build.metadata': { buildpacks: [], launcher: { version: '0.20.12' } },
        'io.buildpacks.lifecycle.metadata': { runImage: { reference: runImage ?? '' } },
        'io.buildpacks.stack.id': id ?? '',
      },
      layers: [],
    });
  };
  const finish = async (build: string): Promise<void> => {
    const node = await nodeOf(cluster.client, TEAM, await podOf(build));
    const [repository = ''] = build.split('-build-');
    const { url, address } = universe().registry;
    const digest = await pushImage(await application(), { url, repository }, 'latest');
    await node.accept();
    await node.runAll(JSON.stringify({ IMAGE_URL: `${address}/${repository}`, IMAGE_DIGEST: digest }));
  };
  /** Identities and statuses of all that users see, but not what the controller may write again. */
  const state = async (): Promise<readonly string[]> =>
    (await Promise.all(['images.kpack.io', 'builds.kpack.io', 'clusterbuilders.kpack.io', 'pods'].map(list)))
      .flat()
      .map((object) => {
        const { uid, generation } = objectAt(object, 'metadata');
        return JSON.stringify([nameOf(object), uid, generation, object['spec'], object['status']]);
      });

  before('the earlier release has built an Image, builds one, and another waits', async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await startEmptyCluster();
    await kubectlOutput(cluster, ['apply', '-f', EARLIER]);
    // The controller of this version also runs before the upgrade, and may need more rights than the earlier one.
    await kubectlOutput(cluster, ['apply', '-f', path.join(CONFIG, '200-rbac.yaml')]);
    await kubectlOutput(cluster, ['wait', '--for=condition=Established', 'crd', '--all']);
    await kubectlOutput(cluster, ['create', 'namespace', TEAM]);
    const { parts, builders } = universe().documents;
    for (const object of [...parts, builders.good]) await cluster.client.create(object as KubernetesObject);
    await start();
    await createImage('built');
    await finish('built-build-1');
    await imageReports('built', 'UpToDate');
    await createImage('running');
    await podOf('running-build-1');
    await createImage('waiting');
    await imageReports('waiting', 'Queued');
    await stop();
    earlier = await state();
  });
  afterEach(stop);
  after(async () => {
    // If the hook above fails, no test has stopped the controller.
    await stop();
    workspace.remove();
    await cluster.stop();
  });

  it('applies without a conflict, and changes no Image, Build or Pod', async () => {
    expect(earlier).to.have.length.above(5);
    const { code, stderr } = await kubectl(cluster, ['apply', '-k', CONFIG]);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(await state()).to.deep.equal(earlier);
  });

  it('finishes the Build that runs, then starts the Image that waits, and builds nothing twice', async () => {
    await start();
    await finish('running-build-1');
    await imageReports('running', 'UpToDate');
    await finish('waiting-build-1');
    await imageReports('waiting', 'UpToDate');
    expect(await names('builds.kpack.io')).to.have.members(['built-build-1', 'running-build-1', 'waiting-build-1']);
    expect(await names('pods')).to.have.length(3);
  });

  it('has an inventory of what stays if the controller is removed', () => {
    const { status, stdout, stderr } = runCommand(['uninstall', '--check', '--kubeconfig', cluster.kubeconfig]);
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^3 Images: kept, and not built any more\n3 finished Builds: kept\n/);
  });

  it('reports objects that would be lost with the namespace of the controller', async () => {
    const image = await createImage('misplaced', CONTROLLER_NAMESPACE);
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'misplaced', namespace: CONTROLLER_NAMESPACE },
    };
    await cluster.client.create(secret);
    const check = (...more: readonly string[]): ReturnType<typeof runCommand> =>
      runCommand(['uninstall', '--check', ...more, '--kubeconfig', cluster.kubeconfig]);
    const { status, stdout, stderr } = check();
    expect(status).to.equal(1);
    expect(stdout).to.match(
      /\n1 Image in the namespace taskpack: deleted with the namespace\n1 Secret in the namespace taskpack: deleted with the namespace\n$/,
    );
    expect(stderr)
      .to.include('would delete 1 Image, 1 Secret with')
      .and.include('keep the namespace: taskpack uninstall --keep-namespace');
    expect(check('--keep-namespace')).to.include({ status: 0, stderr: '' });
    expect(check('--with-definitions', '--keep-namespace').stdout).to.match(
      /\n\d+ ClusterBuilders?: deleted with the definitions\n\d+ ClusterStores?: deleted with the definitions\n/,
    );
    for (const object of [image, secret]) await cluster.client.delete(object);
  });

  it('can be undone: the earlier definitions keep all objects and their statuses', async () => {
    const upgraded = await state();
    await kubectlOutput(cluster, ['apply', '-f', EARLIER]);
    expect(await state()).to.deep.equal(upgraded);
    const stored: unknown = JSON.parse(await kubectlOutput(cluster, ['get', 'crd', '-o', 'json']));
    const versions = objectsAt(stored as JsonObject, 'items').map((crd) => objectAt(crd, 'status')['storedVersions']);
    expect(versions).to.have.length(10);
    // With one stored version, no storage version needs a migration.
    for (const version of versions) expect(version).to.deep.equal(['v1alpha2']);
  });
});

function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}
