import { expect } from 'chai';
import { collectorPort, startCollector, type Collector } from '../../cluster/collector/collector.ts';
import type { RunningController } from '../../support/running-controller.ts';
import { PHASES } from '../layouts/stand-in-images.ts';
import { APPLICATION_STATUS } from './application-image.ts';
import { conditionOf, controlledBuild, runBuild } from './controlled-build.ts';
import type { ControlledImages } from './controlled-images.ts';
import { controlledSuite } from './controlled-suite.ts';
import { shownWhile } from './dashboard-page.ts';
import { expectSpans } from './traced-build.ts';

const NAMESPACE = 'controlled';

const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'as a TaskRun': { BACKEND: 'tekton' },
  'as a TaskRun, because Tekton is there': { BACKEND: 'auto' },
  'as a Pod of init containers': { BACKEND: 'native' },
  'as a Pod of regular containers': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  'as a Pod of regular containers, because it is faster': { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
};

describe('the controller on the node', function () {
  this.timeout(300_000);
  const { cluster, publish, control } = controlledSuite(NAMESPACE);
  let images: ControlledImages;
  let controller: RunningController | undefined;
  let collector: Collector | undefined;

  before(async function () {
    // The first run builds the collector.
    this.timeout(1_800_000);
    images = await publish();
    collector = await startCollector(await collectorPort());
  });
  after(async () => collector?.stop());
  afterEach(async () => {
    await controller?.stop();
    controller = undefined;
  });

  for (const [index, [title, settings]] of Object.entries(BACKENDS).entries()) {
    it(`runs a Build ${title}, and traces it`, async () => {
      if (collector === undefined) throw new Error('there is no collector');
      controller = await control(images, { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
      const name = `controlled-${index}`;
      const build = controlledBuild(name, NAMESPACE, images);
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
      await expectSpans(cluster(), collector, { namespace: NAMESPACE, name });
    });
  }

  it('is watched in the dashboard: each phase, and its log as it grows', async () => {
    controller = await control(images, { BACKEND: 'native' });
    const build = controlledBuild('watched', NAMESPACE, images);
    const { states, times, log } = await shownWhile(
      cluster().kubeconfig,
      { namespace: NAMESPACE, name: 'watched' },
      async () => {
        await runBuild(cluster().client, build);
      },
    );
    expect(states[0], states.join()).to.match(/^Waiting/);
    expect(states.at(-1)).to.equal('Succeeded');
    expect(states.some((state) => state.startsWith('Running '))).to.equal(true);
    for (const phase of PHASES) {
      expect(times).to.match(new RegExp(`^${phase}\\s+\\d+s\\s+succeeded`, 'm'));
      expect(log).to.match(new RegExp(`^${phase}$`, 'm'));
    }
    expect(await controller.stop()).to.equal(0);
  });
});
