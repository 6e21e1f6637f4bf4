import { expect } from 'chai';
import { until } from '../../../cluster/processes/until.ts';
import { succeeded } from '../builds/build-bed.ts';
import { buildSuiteAt } from '../builds/build-suite.ts';
import { killablePlace } from './killable-place.ts';
import { taskRunDefinition } from './task-run-definition.ts';

const NAMESPACE = 'not-taken-on';

async function arrive(): ReturnType<typeof killablePlace> {
  const place = await killablePlace();
  await place.cluster.client.apply(taskRunDefinition());
  return place;
}

describe("Builds on a cluster with Tekton's CRDs and no running Tekton", function () {
  this.timeout(120_000);
  const { cluster, bed } = buildSuiteAt(arrive, {
    namespace: NAMESPACE,
    settings: { backend: 'tekton', startDeadlineSeconds: 2 },
  });

  it('report that Tekton does not answer, and continue once Tekton runs', async () => {
    await bed().create('waits');
    const waiting = await bed().reaches('waits', 'says whom it waits for', (status) => {
      return succeeded(status)?.reason === 'TektonDoesNotAnswer';
    });
    expect(succeeded(waiting)).to.include({ status: 'Unknown' });
    expect(succeeded(waiting)?.message).to.contain('TaskRun waits-build').and.to.contain('2 s');
    await begin('waits-build');
    await bed().reaches('waits', 'goes on', (status) => succeeded(status)?.reason !== 'TektonDoesNotAnswer');
  });

  it('end when they are cancelled, although no controller answers', async () => {
    await bed().create('cancelled');
    await bed().reaches('cancelled', 'has a TaskRun', ({ taskRunName }) => taskRunName !== undefined);
    await bed().annotate('cancelled', { 'taskpack.dev/cancel': 'true' });
    const ended = await until(
      'it has ended',
      async () => {
        const status = await bed().status('cancelled');
        return succeeded(status)?.status === 'False' ? status : undefined;
      },
      { seconds: 60 },
    );
    expect(ended.failure?.reason).to.equal('Cancelled');
  });

  /** The first status that Tekton's controller writes. */
  async function begin(taskRun: string): Promise<void> {
    const condition = { type: 'Succeeded', status: 'Unknown', reason: 'Started', message: 'it begins' };
    const status = { podName: '', startTime: new Date().toISOString().replace(/\.\d+/, ''), conditions: [condition] };
    const path = `/apis/tekton.dev/v1/namespaces/${NAMESPACE}/taskruns/${taskRun}/status`;
    await cluster().client.send('PATCH', path, { status }, 'application/merge-patch+json');
  }
});
