import { expect } from 'chai';
import type { RunningController } from '../../support/running-controller.ts';
import { PHASES } from '../layouts/stand-in-images.ts';
import { APPLICATION_STATUS } from './application-image.ts';
import { conditionOf, controlledBuild, runBuild } from './controlled-build.ts';
import type { ControlledImages } from './controlled-images.ts';
import { controlledSuite } from './controlled-suite.ts';

const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'as a TaskRun': { BACKEND: 'tekton' },
  'as a TaskRun, because Tekton is there': { BACKEND: 'auto' },
  'as a Pod of init containers': { BACKEND: 'native' },
  'as a Pod of regular containers': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  'as a Pod of regular containers, because it is faster': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
};

describe('the controller on the node', function () {
  this.timeout(300_000);
  const { cluster, publish, control } = controlledSuite();
  let images: ControlledImages;
  let controller: RunningController | undefined;

  before(async () => {
    images = await publish();
  });
  afterEach(async () => {
    await controller?.stop();
    controller = undefined;
  });

  for (const [index, [title, settings]] of Object.entries(BACKENDS).entries()) {
    it(`runs a Build ${title}`, async () => {
      controller = await control(images, settings);
      const name = `controlled-${index}`;
      const build = controlledBuild(name, 'default', images);
      const status = await runBuild(cluster().client, build);
      expect(conditionOf(status)).to.include({ status: 'True', reason: 'Completed' });
      expect(status).to.deep.include(APPLICATION_STATUS);
      expect(status.latestImage).to.equal(`${images.application.tag}@${images.application.digest}`);
      expect(status.backend).to.equal(settings['BACKEND'] === 'native' ? 'native' : 'tekton');
      expect(status.podName).to.equal(`${name}-build-pod`);
      expect(status.stepsCompleted).to.deep.equal(PHASES);
      expect(status.stepStates?.map(({ terminated }) => terminated?.exitCode)).to.deep.equal(PHASES.map(() => 0));
      expect(controller.log()).not.to.match(/"level":(?:50|60)|"level":"(?:error|fatal)"/);
      expect(await controller.stop()).to.equal(0);
    });
  }
});
