import { expect } from 'chai';
import { VERSION } from '../../../src/settings/version.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { universe } from '../../cluster/universe/universe.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { buildCommand } from '../../support/command.ts';
import { runImages } from '../../support/images-command.ts';
import { startController, type RunningController } from '../../support/running-controller.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { createPod, ended, podEnded, type PodStatus } from '../running-pod.ts';
import { serveFiles, type SourceServer } from './source-server.ts';

const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  taskrun: { BACKEND: 'tekton' },
  init: { BACKEND: 'native' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
};

describe('from source to an image that runs, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let source: SourceServer;
  let builder: string;
  let controller: RunningController | undefined;
  let own: Readonly<Record<string, string>>;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds what the cluster, the images and their base are made of.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await installCrds(cluster);
    await runImages('--push', cluster.registry.address);
    own = {
      STEPS_IMAGE: `${cluster.registry.address}/steps:${VERSION}`,
      ENTRYPOINT_IMAGE: `${cluster.registry.address}/entrypoint:${VERSION}`,
    };
    const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error);
    const pushed = await pushUniverse(cluster.registry, universe({ busybox: busyboxLayer(), ...programs }));
    builder = publishedBuilder(universeDocuments(pushed), 'good', '0.9');
    source = await serveFiles({ 'app.zip': zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]) });
  });
  afterEach(async () => {
    await controller?.stop();
    controller = undefined;
  });
  after(() => source?.stop());

  for (const [backend, settings] of Object.entries(BACKENDS)) {
    it(`builds a zip: ${backend}`, async () => {
      controller = await startController(cluster.kubeconfig, { ...own, ...settings });
      const status = await runBuild(cluster.client, build(`zip-${backend}`));
      expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
      expect(status).to.deep.include({
        buildMetadata: [
          { id: 'test/hello', version: '2.0.0-rc.1', homepage: 'https://buildpacks.example.com/hello' },
          { id: 'test/environment', version: '1.0.0', homepage: 'https://buildpacks.example.com/environment' },
        ],
        lifecycleVersion: '0.20.12',
      });
      digests.set(backend, digestOf(status));
    });
  }

  it('makes the same image on every backend', () => {
    expect(digests.size).to.equal(Object.keys(BACKENDS).length);
    expect(new Set(digests.values()).size, JSON.stringify([...digests])).to.equal(1);
  });

  it('makes an image that says what it should', async () => {
    const image = `${cluster.registry.address}/app/zip-init@${digests.get('init')}`;
    const pod: KubernetesObject = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'says-hello', namespace: 'default' },
      spec: { restartPolicy: 'Never', containers: [{ name: 'app', image }] },
    };
    await createPod(cluster.client, pod);
    const { phase } = await ended<PodStatus>(cluster.client, pod, podEnded);
    const log = await cluster.client.send('GET', '/api/v1/namespaces/default/pods/says-hello/log');
    expect([phase, log]).to.deep.equal(['Succeeded', 'hello world\n']);
  });

  function build(name: string): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace: 'default' },
      spec: {
        tags: [`${cluster.registry.address}/app/${name}`],
        builder: { image: builder },
        source: { blob: { url: `${source.url}/app.zip` } },
      },
    };
  }
});

function digestOf({ latestImage = '' }: BuildStatus): string {
  return latestImage.replace(/^.*@/, '');
}
