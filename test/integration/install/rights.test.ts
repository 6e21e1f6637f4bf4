import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LEASE, CONTROLLER_NAMESPACE, SERVICE_ACCOUNT } from '../../../src/core/model/installation-names.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { buildBed, succeeded, type BuildBed } from '../controllers/builds/build-bed.ts';
import { ended, nodeOf, type PodNode } from '../controllers/builds/pod-node.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { samplesOf } from '../../unit/controller/observability/samples.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { accountKubeconfig, applyAll, removeInstallation } from './installed-cluster.ts';

describe('the controller with only the permissions of its ServiceAccount', function () {
  this.timeout(120_000);
  const universe = placedUniverse();
  const made: KubernetesObject[] = [];
  let cluster: Cluster;
  let bed: BuildBed;
  let folder: string;
  let kubeconfig: string;
  let controller: ControllerProcess | undefined;

  const create = async (object: unknown): Promise<void> => {
    made.push(object as KubernetesObject);
    await cluster.client.create(object as KubernetesObject);
  };
  const start = async (backend: string, args: readonly string[] = []): Promise<void> => {
    controller = controllerProcess(kubeconfig, { BACKEND: backend, LOG_LEVEL: 'debug' }, args);
    await controller.says('leading');
  };
  /** Stops the controller, and returns the requests that the API server denied. */
  const forbidden = async (): Promise<readonly unknown[]> => {
    controller?.kill('SIGTERM');
    expect(await controller?.ended).to.equal(0);
    return (controller?.log() ?? []).filter((line) => /forbidden/i.test(JSON.stringify(line)));
  };
  const status = async (object: unknown): Promise<Readonly<Record<string, unknown>>> =>
    ((await cluster.client.get(object as KubernetesObject)) as { readonly status?: Record<string, unknown> }).status ??
    {};

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-rights-'));
    kubeconfig = await accountKubeconfig(cluster, folder);
    bed = await buildBed(cluster, 'team');
  });
  afterEach(async () => {
    controller?.kill('SIGTERM');
    await controller?.ended;
  });
  after(async () => {
    await Promise.all(made.map(async (object) => cluster.client.delete(object)));
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  const latestImage = async (): Promise<string> => {
    const { good } = universe().documents.builders;
    return until('an image of the builder', async () => {
      const { latestImage: image } = await status(good);
      return typeof image === 'string' && image !== '' ? image : undefined;
    });
  };

  it('reads the credentials of a SourceResolver and writes its status', async () => {
    const resolver = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'SourceResolver',
      metadata: { name: 'app', namespace: 'team' },
    };
    await start('native');
    await create({ ...resolver, spec: { source: { git: { url: 'http://127.0.0.1:1/app', revision: 'main' } } } });
    const [ready] = await until('its status', async () => {
      const { conditions } = await status(resolver);
      return conditions as readonly Readonly<Record<string, string>>[] | undefined;
    });
    expect(ready).to.include({ type: 'Ready', status: 'False', reason: 'NetworkFailed' });
    expect(await forbidden()).to.deep.equal([]);
  });

  it('makes builders, and runs a Build as a Pod until it succeeds, one that fails and one that is cancelled', async () => {
    const { parts, builders } = universe().documents;
    await start('native');
    for (const object of [...parts, builders.good, builders.nested]) await create(object);
    const builder = { builder: { image: await latestImage() } };
    for (const name of ['fails', 'cancelled']) await bed.create(name, builder);
    const failing = await nodeOfBuild('fails');
    await failing.accept();
    await failing.set({ prepare: ended(0), analyze: ended(1) }, { phase: 'Failed' });
    expect(succeeded(await bed.end('fails'))).to.include({ status: 'False' });
    await nodeOfBuild('cancelled');
    await bed.annotate('cancelled', { 'taskpack.dev/cancel': 'true' });
    expect(succeeded(await bed.end('cancelled'))).to.include({ reason: 'Cancelled' });
    const samples = await until('the end of both in metrics', async () => {
      const found = samplesOf((await controller?.ask('/metrics'))?.[1] ?? '');
      const cancelled = found.find(
        ([name]) => name === 'taskpack_builds_total{result="failed",failure="Cancelled",backend="native"}',
      );
      return cancelled?.[1] === 1 ? found : undefined;
    });
    expect(samples.filter(([name]) => name.includes('"other"'))).to.deep.equal([]);
    const ends = controller?.log().filter(({ message }) => message === 'the Build has ended');
    expect(ends?.map(({ build, backend }) => [build, backend])).to.deep.equal([
      ['team/fails', 'native'],
      ['team/cancelled', 'native'],
    ]);
    for (const line of ends ?? []) expect(line['reconcileID']).to.match(/^[0-9a-f]{16}$/);
    const events = await cluster.client.list('events.k8s.io/v1', 'Event', 'team');
    expect(events.map((event) => (event as { readonly reason?: string }).reason)).to.include('Failed');
    expect(await forbidden()).to.deep.equal([]);
  });

  it('creates the SourceResolver, the claim and the Build of an Image', async () => {
    const image = { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', metadata: { name: 'web', namespace: 'team' } };
    const { metadata } = universe().documents.builders.good as KubernetesObject;
    const { kind } = universe().documents.builders.good as KubernetesObject;
    await start('native');
    await create({
      ...image,
      spec: {
        tag: 'registry.example/web',
        builder: { kind, name: metadata.name },
        source: { git: { url: 'https://git.example/web', revision: 'c'.repeat(40) } },
        cache: { volume: { size: '1Gi' } },
      },
    });
    await until('its Build', async () =>
      (await status(image))['latestBuildRef'] === 'web-build-1' ? true : undefined,
    );
    await bed.annotate('web-build-1', { 'taskpack.dev/cancel': 'true' });
    expect(succeeded(await bed.end('web-build-1'))).to.include({ reason: 'Cancelled' });
    await cluster.client.delete(image);
    expect(await forbidden()).to.deep.equal([]);
  });

  it('runs a Build as a TaskRun', async () => {
    await start('auto');
    await bed.create('with-tekton', { builder: { image: await latestImage() } });
    const { taskRunName } = await bed.reaches(
      'with-tekton',
      'has a TaskRun',
      (found) => found.taskRunName !== undefined,
    );
    expect(taskRunName).to.be.a('string');
    await bed.annotate('with-tekton', { 'taskpack.dev/cancel': 'true' });
    expect(succeeded(await bed.end('with-tekton'))).to.include({ reason: 'Cancelled' });
    expect(await forbidden()).to.deep.equal([]);
  });

  it('acquires the Lease of one namespace, and releases it', async () => {
    await start('native', ['--namespace', 'team']);
    expect(controller?.log().find(({ message }) => message === 'leads')).to.include({
      namespace: CONTROLLER_NAMESPACE,
      name: `${LEASE}.team`,
    });
    expect(await forbidden()).to.deep.equal([]);
  });

  const answers = [
    ['yes', 'get', 'pods/log', 'team'],
    ['yes', 'get', 'secrets', 'team'],
    ['yes', 'create', 'leases.coordination.k8s.io', CONTROLLER_NAMESPACE],
    ['yes', 'get', 'builds.kpack.io', 'team'],
    ['yes', 'list', 'builders.kpack.io', 'team'],
    ['no', 'get', 'builders.kpack.io', 'team'],
    ['no', 'get', 'clusterstacks.kpack.io', 'team'],
    ['no', 'list', 'secrets', 'team'],
    ['no', 'create', 'secrets', 'team'],
    ['no', 'delete', 'serviceaccounts', 'team'],
    ['yes', 'patch', 'serviceaccounts', 'team'],
    ['no', 'update', 'serviceaccounts', 'team'],
    ['yes', 'delete', 'builds.kpack.io', 'team'],
    ['no', 'delete', 'images.kpack.io', 'team'],
    ['no', 'patch', 'images.kpack.io', 'team'],
    ['no', 'delete', 'sourceresolvers.kpack.io', 'team'],
    ['no', 'get', 'persistentvolumeclaims', 'team'],
    ['yes', 'patch', 'persistentvolumeclaims', 'team'],
    ['yes', 'delete', 'persistentvolumeclaims', 'team'],
    ['yes', 'list', 'storageclasses.storage.k8s.io', 'team'],
    ['no', 'get', 'storageclasses.storage.k8s.io', 'team'],
    ['no', 'create', 'pods/exec', 'team'],
    ['no', 'create', 'leases.coordination.k8s.io', 'team'],
    ['no', 'patch', 'leases.coordination.k8s.io', 'team'],
    ['no', 'delete', 'leases.coordination.k8s.io', CONTROLLER_NAMESPACE],
    ['no', 'update', 'configmaps', CONTROLLER_NAMESPACE],
    ['no', 'get', 'nodes', 'team'],
    ['no', 'create', 'clusterrolebindings.rbac.authorization.k8s.io', 'team'],
  ] as const;
  for (const [answer, verb, resource, namespace] of answers) {
    it(`${answer === 'yes' ? 'can' : 'cannot'} ${verb} ${resource}`, async () => {
      expect(await isAllowed(verb, resource, namespace)).to.equal(answer === 'yes');
    });
  }

  /** The resource may have a group and a subresource: `builds.kpack.io`, `pods/log`. */
  async function isAllowed(verb: string, resource: string, namespace: string): Promise<boolean> {
    const [, name, group, subresource] = /^([a-z]+)(?:\.([a-z.\d]+))?(?:\/([a-z]+))?$/.exec(resource) ?? [];
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        user: `system:serviceaccount:${CONTROLLER_NAMESPACE}:${SERVICE_ACCOUNT}`,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${CONTROLLER_NAMESPACE}`, 'system:authenticated'],
        resourceAttributes: { namespace, verb, resource: name, group, subresource },
      },
    };
    const url = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    const answer = await cluster.client.send('POST', url, review);
    return (answer as { readonly status: { readonly allowed: boolean } }).status.allowed;
  }

  async function nodeOfBuild(name: string): Promise<PodNode> {
    const { podName = '' } = await bed.reaches(name, 'has a Pod', (found) => found.podName !== undefined);
    return nodeOf(cluster.client, 'team', podName);
  }
});
