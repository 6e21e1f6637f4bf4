import { expect } from 'chai';
import type { RunningController } from '../../support/running-controller.ts';
import { conditionOf, controlledBuild, runBuild } from './controlled-build.ts';
import type { ControlledImages } from './controlled-images.ts';
import { controlledSuite } from './controlled-suite.ts';

const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TaskRun: { BACKEND: 'tekton' },
  'init containers': { BACKEND: 'native' },
  'regular containers': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
};

describe('what a failed Build says, on the node', function () {
  this.timeout(300_000);
  const { cluster, publish, control } = controlledSuite();
  let images: ControlledImages;
  let controller: RunningController | undefined;

  before(async () => {
    images = await publish({
      detect: 'echo "No buildpack groups passed detection."; echo "https://someone:hunter2@example.com"; exit 20',
    });
  });
  afterEach(async () => {
    await controller?.stop();
    controller = undefined;
  });

  for (const [title, settings] of Object.entries(BACKENDS)) {
    it(`is the phase, its exit code and its last words: ${title}`, async () => {
      controller = await control(images, settings);
      const build = controlledBuild(`fails-by-${title.replaceAll(' ', '-').toLowerCase()}`, 'default', images);
      const status = await runBuild(cluster().client, build);
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
      const { client } = cluster();
      const slow = await publish({ build: 'sleep 120' });
      controller = await control(slow, settings);
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
