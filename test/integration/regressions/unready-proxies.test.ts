import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../cluster/processes/until.ts';
import { succeeded } from '../controllers/build/build-bed.ts';
import { injectedSuite } from '../controllers/build/injected-suite.ts';
import { runs } from '../controllers/build/pod-node.ts';
import { STEP_OUTCOME } from '../controllers/build/some-registry.ts';

describe('Builds as TaskRuns whose first step waits for a proxy', function () {
  this.timeout(90_000);
  const { bed, node } = injectedSuite('istio-classic', {
    namespace: 'unready-proxies',
    settings: { backend: 'tekton', sidecarReadyDeadline: 2 },
  });

  it('6.1.10: fail where it does not become ready in time', async () => {
    await bed().create('unready');
    const its = await node('unready');
    await its.accept();
    await its.start(['istio-proxy']);
    const status = await bed().end('unready');
    expect(succeeded(status)).to.include({ status: 'False', reason: 'SidecarNotReady' });
    expect(status.failure?.message).to.contain('istio-proxy');
  });

  it('6.1.10: go on where it has, though it is not any more', async () => {
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
