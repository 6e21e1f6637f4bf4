import { expect } from 'chai';
import { installCrds } from '../../cluster/custom-resources.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { buildCommand } from '../../support/command.ts';
import { standInCluster } from '../layouts/stand-in-cluster.ts';
import { conditionOf, controlledBuild, runBuild } from './controlled-build.ts';
import { publishControlled, type ControlledImages } from './controlled-images.ts';
import { startController, type RunningController } from '../../support/running-controller.ts';

const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TaskRun: { BACKEND: 'tekton' },
  'init containers': { BACKEND: 'native' },
  'regular containers': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
};

describe('what a failed Build says, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let images: ControlledImages;
  let controller: RunningController | undefined;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    const started = await standInCluster();
    cluster = started.cluster;
    buildCommand();
    await installCrds(cluster);
    images = await publishControlled(cluster.registry, started.programs, {
      detect: 'echo "No buildpack groups passed detection."; echo "https://someone:hunter2@example.com"; exit 20',
    });
  });
  afterEach(async () => {
    await controller?.stop();
    controller = undefined;
  });

  for (const [title, settings] of Object.entries(BACKENDS)) {
    it(`is the phase, its exit code and its last words: ${title}`, async () => {
      const { client, kubeconfig } = cluster;
      const own = { STEPS_IMAGE: images.steps, ENTRYPOINT_IMAGE: images.steps };
      controller = await startController(kubeconfig, { ...own, ...settings });
      const build = controlledBuild(`fails-by-${title.replaceAll(' ', '-').toLowerCase()}`, 'default', images);
      const status = await runBuild(client, build);
      const { status: is, message = '' } = conditionOf(status);
      expect(is).to.equal('False');
      expect(status.failure).to.include({ phase: 'detect', exitCode: 20 });
      expect(status.stepsCompleted).to.deep.equal(['prepare', 'analyze']);
      expect(`${message} ${JSON.stringify(status.failure)}`).to.include('No buildpack groups passed detection.');
      expect(JSON.stringify(status)).not.to.include('hunter2');
    });
  }

  for (const [title, settings] of Object.entries(BACKENDS)) {
    it(`is that it was cancelled: ${title}`, async () => {
      const { client, kubeconfig } = cluster;
      const slow = await publishControlled(cluster.registry, (await standInCluster()).programs, { build: 'sleep 120' });
      const own = { STEPS_IMAGE: slow.steps, ENTRYPOINT_IMAGE: slow.steps };
      controller = await startController(kubeconfig, { ...own, ...settings });
      const build = controlledBuild(`cancelled-by-${title.replaceAll(' ', '-').toLowerCase()}`, 'default', {
        ...slow,
        builder: { ...slow.builder, image: `${slow.builder.image}@${slow.builder.digest}` },
      });
      const { namespace = '', name } = build.metadata;
      const running = runBuild(client, build);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const annotations = { 'taskpack.dev/cancel': 'true' };
      const path = `/apis/kpack.io/v1alpha2/namespaces/${namespace}/builds/${name}`;
      await client.send('PATCH', path, { metadata: { annotations } }, 'application/merge-patch+json');
      const status = await running;
      expect(conditionOf(status)).to.include({ status: 'False', reason: 'Cancelled' });
    });
  }
});
