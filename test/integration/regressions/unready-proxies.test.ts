import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../cluster/processes/until.ts';
import { succeeded } from '../controllers/builds/build-bed.ts';
import { injectedSuite } from '../controllers/builds/injected-suite.ts';
import { runs } from '../controllers/builds/pod-node.ts';
import { STEP_OUTCOME } from '../controllers/builds/some-registry.ts';

// Known bug: proxy-never-ready.
describe('Builds as TaskRuns whose first step waits for a proxy', function () {
  this.timeout(90_000);
  const { bed, node } = injectedSuite('istio-classic', {
    namespace: 'unready-proxies',
    settings: { backend: 'tekton', sidecarReadyDeadlineSeconds: 2 },
    log: (container) => [`the last line of ${container}`],
  });

  it('fail with the last lines of the proxy if it does not become ready in time', async () => {
    await bed().create('unready');
    const its = await node('unready');
    await its.accept();
    await its.start(['istio-proxy']);
    const status = await bed().end('unready');
    expect(succeeded(status)).to.include({ status: 'False', reason: 'SidecarNotReady' });
    expect(status.failure?.message).to.contain('istio-proxy');
    // Tekton deletes the Pod, and the log with it.
    expect(status.failure).to.deep.include({ container: 'istio-proxy', log: ['the last line of istio-proxy'] });
  });

  it('continue if the proxy has been ready, although it is not ready now', async () => {
    await bed().create('ready');
    const its = await node('ready');
    await its.accept();
    await its.start();
    await until('leave to begin', async () => (await its.pod()).metadata.annotations?.['tekton.dev/ready']);
    await its.set({ 'istio-proxy': runs(false) });
    await sleep(3000);
    await its.runAll(STEP_OUTCOME);
    expect(succeeded(await bed().end('ready'))).to.include({ status: 'True', reason: 'Completed' });
  });
});
