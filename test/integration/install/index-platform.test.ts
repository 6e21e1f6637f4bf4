import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTROLLER_NAMESPACE, INDEX_PLATFORM_CONFIG_MAP } from '../../../src/core/model/installation-names.ts';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { accountKubeconfig, applyAll, removeInstallation } from './installed-cluster.ts';

const RECORD = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: CONTROLLER_NAMESPACE, name: INDEX_PLATFORM_CONFIG_MAP },
};

describe('the images of indexes', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  const digests = new Map<string, string>();
  const made: KubernetesObject[] = [];
  const running: ControllerProcess[] = [];
  let cluster: Cluster;
  let folder: string;
  let kubeconfig: string;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await applyAll(cluster);
    await cluster.client.delete(RECORD);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-platform-'));
    kubeconfig = await accountKubeconfig(cluster, folder);
    await pushIndex('stack', ['amd64', 'arm64']);
  });
  after(async () => {
    for (const controller of running) controller.kill('SIGKILL');
    await Promise.all([...made, RECORD].map(async (object) => cluster.client.delete(object)));
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  it('stay those of the first decision when the Lease moves between platforms and the nodes change', async () => {
    await create(node('arm64'));
    await create(stack('before'));
    const first = start('x64');
    await first.says('leading');
    const before = await ready('before');
    expect(imagesOf(before)).to.deep.equal([digests.get('arm64'), digests.get('arm64')]);
    await create(node('amd64'));
    await cluster.client.delete(node('arm64'));
    const second = start('arm64');
    await second.says('standby');
    first.kill('SIGTERM');
    await first.ended;
    await second.says('leading');
    await create(stack('after'));
    expect(imagesOf(await ready('after'))).to.deep.equal([digests.get('arm64'), digests.get('arm64')]);
    expect((await ready('before')).metadata['resourceVersion']).to.equal(before.metadata['resourceVersion']);
    const lines = [first, second].flatMap((controller) => controller.log());
    expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).to.deep.equal([]);
    expect(lines.find(({ message }) => message.startsWith('recorded the platform'))).to.include({
      platform: 'linux/arm64',
      configMap: 'taskpack/index-platform',
    });
  });

  /** Starts a controller, with the platform that Node reports. */
  function start(architecture: string): ControllerProcess {
    const change = `Object.defineProperty(process, 'arch', { value: '${architecture}' })`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(change)}`;
    const controller = controllerProcess(kubeconfig, { BACKEND: 'native', NODE_OPTIONS });
    running.push(controller);
    return controller;
  }

  async function create(object: KubernetesObject): Promise<void> {
    made.push(object);
    await cluster.client.create(object);
  }

  function stack(name: string): KubernetesObject {
    const image = `${registry().address}/stack`;
    const spec = { id: 'io.example.stack', buildImage: { image }, runImage: { image } };
    return { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterStack', metadata: { name: `platform-${name}` }, spec };
  }

  async function ready(name: string): Promise<Stack> {
    return until(`the images of the stack ${name}`, async () => {
      const found = (await cluster.client.get(stack(name))) as Stack;
      return found.status?.buildImage?.latestImage === undefined ? undefined : found;
    });
  }

  async function pushIndex(repository: string, architectures: readonly string[]): Promise<void> {
    const { url } = registry();
    const manifests = [];
    for (const architecture of architectures) {
      const image = stackImage(architecture);
      const { mediaType, size, digest } = image.manifest;
      digests.set(architecture, await pushImage(image, { url, repository }, architecture));
      manifests.push({ mediaType, size, digest, platform: { os: 'linux', architecture } });
    }
    const body = JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests });
    const headers = { 'content-type': MEDIA_TYPES.oci.index };
    const { status } = await fetch(`${url}/v2/${repository}/manifests/latest`, { method: 'PUT', headers, body });
    if (status !== 201) throw new Error(`${repository}: ${status}`);
  }
});

interface Stack extends KubernetesObject {
  readonly status?: Readonly<Partial<Record<'buildImage' | 'runImage', { readonly latestImage?: string }>>>;
}

/** Returns the digests of a stack's images. */
function imagesOf({ status }: Stack): readonly (string | undefined)[] {
  return [status?.buildImage, status?.runImage].map((image) => image?.latestImage?.split('@')[1]);
}

function node(architecture: string): KubernetesObject {
  const labels = { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': architecture };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: `platform-${architecture}`, labels } };
}

/** An image that can be both images of a stack. */
function stackImage(architecture: string): Image {
  const Labels = { 'io.buildpacks.stack.id': 'io.example.stack' };
  const config = { Env: ['PATH=/bin', 'CNB_USER_ID=1001', 'CNB_GROUP_ID=1000'], Labels };
  const layers = [makeLayer([{ path: '/base', kind: 'file', content: architecture }])];
  return makeImage({ config: { os: 'linux', architecture, config }, layers });
}
