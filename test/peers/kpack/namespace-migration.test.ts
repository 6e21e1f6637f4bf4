import { expect } from 'chai';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { installKpack, type Kpack } from '../../cluster/kpack/kpack.ts';
import { KPACK_NAMESPACE } from '../../cluster/kpack/objects.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import type { LeashedProcess } from '../../cluster/processes/leashed-process.ts';
import { until } from '../../cluster/processes/until.ts';
import { git, makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { accountKubeconfig } from '../../integration/install/installed-cluster.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { SAMPLE_NAME, sampleBuilder } from '../../demo/sample.ts';
import { kpackRelease } from './migration-objects.ts';

/** The namespace that moves, and one that stays. */
const MOVED = 'team';
const STAYING = 'shop';

// kpack's Deployments only sleep, and its controller is a process beside the cluster, with the account of kpack's release.
describe('Moving one namespace from kpack to taskpack and back', function () {
  this.timeout(600_000);
  let cluster: NodeCluster;
  let kpack: Kpack;
  let controller: LeashedProcess | undefined;
  let repositories: Repositories;
  let server: GitServer;
  let versions: readonly string[] = [];
  let sharedImage: string | undefined;
  const made: KubernetesObject[] = [];

  before(async function () {
    // The first run builds kpack and the programs of the cluster and the images.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await pushOwnImages(cluster.registry);
    await installCrds(cluster);
    await startSources();
    await kubectlOutput(cluster, ['apply', '-f', '-'], [KPACK_NAMESPACE, ...account(), ...kpackRelease()]);
    const kubeconfig = await accountKubeconfig(cluster, cluster.folder, KPACK_NAMESPACE.metadata.name);
    kpack = await installKpack({ ...cluster, kubeconfig }, console.error);
    controller = await kpack.start('init');
    for (const name of [MOVED, STAYING]) await kubectlOutput(cluster, ['create', 'namespace', name]);
    for (const object of builders(await pushRunningUniverse(cluster.registry))) await create(object);
    for (const namespace of [MOVED, STAYING]) await create(image(namespace));
    for (const namespace of [MOVED, STAYING]) await built(namespace, 1);
  });
  after(async () => {
    await controller?.stop();
    for (const object of made) await cluster.client.delete(object);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', 'namespace', MOVED, STAYING]);
    const policies = ['validatingadmissionpolicybinding', 'validatingadmissionpolicy'];
    for (const kind of policies)
      await kubectlOutput(cluster, ['delete', '--ignore-not-found', kind, 'moved-from-kpack']);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], [...kpackRelease(), ...account()]);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], runCommand(['uninstall']).stdout);
    await kpack?.remove();
    await server?.stop();
    repositories?.remove();
  });

  describePage('docs/how-to/move-namespaces-from-kpack.md', {
    reader: () => {
      const values = { 'registry.example.com/taskpack': cluster.registry.address };
      return commandReader(cluster, { namespace: 'default', values });
    },
    before: {
      '3. Move the namespace': async () => {
        await reachApiServer();
        sharedImage = await latestSharedImage();
      },
      '4. Check the namespace': async () => {
        versions = await clusterVersions();
        await expectCommitBuilt(MOVED, 2);
        await expectCommitBuilt(STAYING, 2);
        expect(await startedByTaskpack(MOVED)).to.deep.equal([`${MOVED}-build-2`]);
        expect(await startedByTaskpack(STAYING)).to.deep.equal([]);
      },
      'Go back to kpack': async () => {
        expect(await clusterVersions()).to.deep.equal(versions);
        expect(await latestSharedImage()).to.equal(sharedImage);
      },
    },
  });

  describe('after the way back', () => {
    it('kpack builds the next commit in both namespaces', async () => {
      // The restart of the Deployment restarts only its sleeping Pod.
      await controller?.stop();
      controller = await kpack.start('init');
      await expectCommitBuilt(MOVED, 3);
      await expectCommitBuilt(STAYING, 3);
      expect(await startedByTaskpack(MOVED)).to.deep.equal([`${MOVED}-build-2`]);
    });
  });

  async function create(object: KubernetesObject): Promise<void> {
    made.push(object);
    await cluster.client.create(object);
  }

  /** Returns a Builder for the moved namespace, a ClusterBuilder for the other one, and the resources that both use. */
  function builders(universe: PushedUniverse): readonly KubernetesObject[] {
    const [store, stack, lifecycle, builder] = sampleBuilder(cluster.registry.address, universe);
    const { serviceAccountName: name, ...spec } = builder.spec;
    const own = { ...builder, metadata: { ...builder.metadata, namespace: MOVED } };
    const shared = {
      ...builder,
      kind: 'ClusterBuilder',
      metadata: { name: builder.metadata.name },
      spec: { ...spec, tag: `${spec.tag}-shared`, serviceAccountRef: { name, namespace: STAYING } },
    };
    return [store, stack, lifecycle, own, shared] as unknown as readonly KubernetesObject[];
  }

  /** Starts a git server with one repository for each namespace. kpack fetches commits by their IDs. */
  async function startSources(): Promise<void> {
    repositories = makeRepositories();
    for (const name of [MOVED, STAYING]) {
      repositories.commit(name, { 'hello.txt': 'world' });
      git(`${repositories.folder}/${name}.git`, 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
    }
    server = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  }

  /** Pushes a commit, and asserts that its Build continues the Build before. */
  async function expectCommitBuilt(namespace: string, number: number): Promise<void> {
    const { latestImage } = objectAt((await build(namespace, number - 1)) ?? {}, 'status');
    repositories.commit(namespace, { 'hello.txt': `world ${number}` });
    await built(namespace, number);
    const { metadata, spec } = (await build(namespace, number)) ?? {};
    expect(objectAt(metadata as JsonObject, 'annotations')).to.include({ 'image.kpack.io/reason': 'COMMIT' });
    expect(objectAt(spec as JsonObject, 'lastBuild')).to.deep.include({ image: latestImage });
  }

  /** Waits until the Build with this number is the newest of the namespace's Image and has succeeded. */
  async function built(namespace: string, number: number): Promise<void> {
    const ready = async (): Promise<JsonObject | undefined> => {
      const status = objectAt(((await cluster.client.get(image(namespace))) ?? {}) as JsonObject, 'status');
      const condition = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
      const isNewest = status['latestBuildRef'] === `${namespace}-build-${number}`;
      return isNewest && condition['status'] !== 'Unknown' ? condition : undefined;
    };
    const condition = await until(`Build ${number} of ${namespace}`, ready, { seconds: 240 });
    expect(condition, JSON.stringify(condition)).to.include({ status: 'True' });
  }

  async function build(namespace: string, number: number): Promise<JsonObject | undefined> {
    const metadata = { name: `${namespace}-build-${number}`, namespace };
    return (await cluster.client.get({ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata })) as
      | JsonObject
      | undefined;
  }

  /** Returns the names of the Builds that taskpack has started. */
  async function startedByTaskpack(namespace: string): Promise<readonly (string | undefined)[]> {
    const events = (await cluster.client.list('v1', 'Event', namespace)) as unknown as readonly JsonObject[];
    return events
      .filter((event) => event['reportingComponent'] === 'taskpack.dev/controller' && event['reason'] === 'Started')
      .map((event) => textAt(objectAt(event, 'involvedObject'), 'name'));
  }

  /** Returns the versions of the objects that both controllers see. They do not change unless the controllers disagree. */
  async function clusterVersions(): Promise<readonly string[]> {
    const objects = made.filter(({ metadata }) => metadata['namespace'] === undefined);
    const stored = await Promise.all(objects.map(async (object) => cluster.client.get(object)));
    return stored.map((object) => `${object?.kind} ${String(object?.metadata['resourceVersion'])}`);
  }

  /** Returns the image of the ClusterBuilder, which names the program that has published it. */
  async function latestSharedImage(): Promise<string | undefined> {
    const metadata = { name: SAMPLE_NAME };
    const builder = await cluster.client.get({ apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterBuilder', metadata });
    return textAt(objectAt((builder ?? {}) as JsonObject, 'status'), 'latestImage');
  }

  /** Adds what this cluster needs: it has no DNS for the API server, and the test does not wait a minute for a commit. */
  async function reachApiServer(): Promise<void> {
    const settings = { data: { BACKEND: 'native', SOURCE_POLL_INTERVAL: '1' } };
    const patch = ['--type', 'merge', '--patch', JSON.stringify(settings)];
    await kubectlOutput(cluster, ['patch', 'configmap', 'settings', '--namespace', 'taskpack', ...patch]);
    const { hostname, port } = new URL(cluster.client.address.server);
    const variables = [`KUBERNETES_SERVICE_HOST=${hostname}`, `KUBERNETES_SERVICE_PORT=${port}`];
    const deployment = ['deployment/taskpack-controller', '--namespace', 'taskpack'];
    await kubectlOutput(cluster, ['set', 'env', ...deployment, ...variables]);
  }

  function image(namespace: string): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name: namespace, namespace },
      spec: {
        tag: `${cluster.registry.address}/moved/${namespace}`,
        serviceAccountName: 'default',
        builder: { kind: namespace === MOVED ? 'Builder' : 'ClusterBuilder', name: SAMPLE_NAME },
        source: { git: { url: `${server.url}/${namespace}.git`, revision: 'main' } },
        failedBuildHistoryLimit: 10,
        successBuildHistoryLimit: 10,
        imageTaggingStrategy: 'BuildNumber',
      },
    };
  }
});

/** The ServiceAccount of kpack's release. Its rights are not the subject, so it may do everything. */
function account(): readonly KubernetesObject[] {
  const group = 'rbac.authorization.k8s.io';
  const subject = { kind: 'ServiceAccount', name: 'controller', namespace: KPACK_NAMESPACE.metadata.name };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: subject.name, namespace: subject.namespace } },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'kpack-controller-of-a-test' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [subject],
    },
  ];
}
