import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { startFaultProxy, type FaultProxy } from '../../../cluster/registry/fault-proxy.ts';
import { pushImage } from '../../../cluster/registry/push-image.ts';
import { STACK } from '../../../cluster/universe/stack.ts';
import type { Universe } from '../../../cluster/universe/universe.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { someUniverse } from '../../universe/some-universe.ts';
import { runControllers, type RunningControllers } from './running-controllers.ts';
import { conditionsOf, statusOf, type Status } from './statuses.ts';

const NAMESPACE = 'moving-tags';
const apiVersion = 'kpack.io/v1alpha2';
const buildpack = { apiVersion, kind: 'Buildpack', metadata: { name: 'hello', namespace: NAMESPACE } };
const stack = { apiVersion, kind: 'ClusterStack', metadata: { name: 'moving' } };
const lifecycle = { apiVersion, kind: 'ClusterLifecycle', metadata: { name: 'moving' } };
const builder = { apiVersion, kind: 'Builder', metadata: { name: 'hello', namespace: NAMESPACE } };

describe('the controllers of builders, with images named by tags', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let images: Universe;
  let proxy: FaultProxy;
  let controllers: RunningControllers;

  const push = async (name: keyof Universe, repository: string): Promise<string> =>
    pushImage(images[name], { url: registry().url, repository }, 'latest');
  const status = async (object: KubernetesObject): Promise<Status> => statusOf(cluster, object);
  const has = async (object: KubernetesObject, version: string, conditions: string): Promise<void> => {
    await until(`${object.kind} has ${version} and ${conditions}`, async () => {
      const found = await status(object);
      const isSo = versions(found).join() === version && conditionsOf(found).join().startsWith(conditions);
      return isSo ? true : undefined;
    });
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    images = await someUniverse();
    proxy = await startFaultProxy(registry().address);
    const image = (repository: string) => ({ image: `${proxy.address}/${repository}` });
    await push('build', 'build');
    await push('run', 'run');
    await push('lifecycle', 'lifecycle');
    await push('hello-1.0.0', 'hello');
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    controllers = await runControllers(cluster.kubeconfig, { tagMs: 500, refusedMs: 500 });
    const specs = [
      { ...buildpack, spec: image('hello') },
      { ...stack, spec: { id: STACK.id, buildImage: image('build'), runImage: image('run') } },
      { ...lifecycle, spec: image('lifecycle') },
      {
        ...builder,
        spec: {
          tag: `${proxy.address}/builder`,
          stack: { kind: 'ClusterStack', name: 'moving' },
          lifecycle: { kind: 'ClusterLifecycle', name: 'moving' },
          order: [{ group: [{ kind: 'Buildpack', name: 'hello' }] }],
        },
      },
    ];
    for (const object of specs) await cluster.client.create(object);
  });
  afterEach('further looks write nothing', async () => {
    // On a busy machine, a builder can be published after its status, so the first looks can see a write.
    await until('three looks at all tags without a write', async () => {
      const before = controllers.writes.length;
      for (let look = 0; look < 3; look += 1) await everyTagIsAskedFor();
      return controllers.writes.length === before ? true : undefined;
    });
  });
  after(async () => {
    await controllers?.stop();
    await proxy?.stop();
    for (const object of [builder, buildpack, stack, lifecycle]) await cluster.client.delete(object);
  });

  it('propagate a moved tag from the buildpack to the builder', async () => {
    await has(builder, '1.0.0', 'Ready=True,UpToDate=True');
    const before = await status(builder);
    await push('hello-1.1.0', 'hello');
    await has(builder, '1.1.0', 'Ready=True,UpToDate=True');
    expect((await status(builder))['latestImage']).not.to.equal(before['latestImage']);
  });

  it('send one request for each tag, and none for images known by digest', async () => {
    await has(buildpack, '1.1.0', 'Ready=True');
    // On a busy machine, the builder of the moved tag can be published after its status.
    await until('each tag is asked for, without other requests and writes', async () => {
      controllers.writes.length = 0;
      await everyTagIsAskedFor();
      return controllers.writes.length === 0 && controllers.registryRequests.every(isAboutTag) ? true : undefined;
    });
  });

  it('keep the last status while a registry fails, and report the failure', async () => {
    const before = await status(builder);
    proxy.inject({ fault: { kind: 'status', status: 503 }, path: /\/v2\/hello\//, times: 1_000_000 });
    await has(buildpack, '1.1.0', 'Ready=False');
    const [condition] = conditionsOf(await status(buildpack));
    expect(condition)
      .to.match(/^Ready=False [^ ]+\/hello:latest: .*503.*; the controller keeps the previous content and tries again$/)
      .and.not.match(/InvalidImageError/);
    await has(builder, '1.1.0', 'Ready=True,UpToDate=True');
    expect(await status(builder)).to.deep.equal(before);
    proxy.clear();
    await has(buildpack, '1.1.0', 'Ready=True');
  });

  it('remove the status of a deleted image, as kpack does, while the builder keeps its image', async () => {
    const { latestImage } = await status(builder);
    const place = `${registry().url}/v2/hello/manifests/`;
    const head = await fetch(`${place}latest`, {
      method: 'HEAD',
      headers: { accept: 'application/vnd.oci.image.manifest.v1+json' },
    });
    await fetch(`${place}${head.headers.get('docker-content-digest')}`, { method: 'DELETE' });
    await has(buildpack, '', 'Ready=False');
    await has(builder, '1.1.0', `Ready=True,UpToDate=False ReconcileFailed no buildpack with name 'hello'`);
    expect((await status(builder))['latestImage']).to.equal(latestImage);
  });

  it('read the image again after it is pushed again', async () => {
    await push('hello-1.0.0', 'hello');
    await has(builder, '1.0.0', 'Ready=True,UpToDate=True');
  });

  /** Waits until each event has occurred, starting now. */
  async function everyTagIsAskedFor(): Promise<void> {
    controllers.registryRequests.length = 0;
    await until('each tag was asked for', async () => {
      const asked = ['hello', 'build', 'run', 'lifecycle'].map((name) => `HEAD /v2/${name}/manifests/latest`);
      return asked.every((request) => controllers.registryRequests.includes(request)) ? true : undefined;
    });
  }
});

function isAboutTag(request: string): boolean {
  return request === 'GET /v2/' || /^HEAD \/v2\/\w+\/manifests\/latest$/.test(request);
}

function versions(of: Status): readonly string[] {
  const list = (of['builderMetadata'] ?? of['buildpacks'] ?? []) as readonly { readonly version: string }[];
  return list.map(({ version }) => version);
}
