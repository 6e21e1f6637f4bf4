import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess } from '../../support/controller-process.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';

describe('a controller that cannot reach its Lease', function () {
  this.timeout(180_000);
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
  });

  it('becomes not ready after a minute without the Lease, and logs the reason', async () => {
    const controller = controllerProcess(cluster.kubeconfig, { LEASE_NAMESPACE: 'not-there' });
    try {
      await controller.says('standby');
      const [, text] = await until(
        'an end of readiness',
        async () => {
          const answer = await controller.ask('/readyz');
          return answer[0] === 503 ? answer : undefined;
        },
        { seconds: 90 },
      );
      expect(text).to.match(/^standby: .*\nthe lease cannot be read or written: the log says why\n$/);
      const said = controller.log().map(({ message }) => message);
      expect(said).to.include('the lease could not be read or written');
    } finally {
      controller.kill('SIGTERM');
    }
    expect(await controller.ended).to.equal(0);
  });
});
