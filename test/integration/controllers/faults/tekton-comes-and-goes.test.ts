import { expect } from 'chai';
import { until } from '../../../cluster/processes/until.ts';
import { buildSuiteAt } from '../builds/build-suite.ts';
import { finishPods } from './finishing-builds.ts';
import { killablePlace } from './killable-place.ts';
import { taskRunDefinition } from './task-run-definition.ts';

describe('Builds while Tekton is installed and removed', function () {
  this.timeout(240_000);
  const { cluster, bed } = buildSuiteAt(killablePlace, {
    namespace: 'with-and-without',
    settings: { backend: 'auto' },
  });

  it('use the backend that the cluster has when they start, and keep that backend', async () => {
    await bed().create('before');
    expect(await backendOf('before')).to.equal('native');

    await cluster().client.apply(taskRunDefinition());
    const during = await startsOn('tekton', 'during');
    await bed().reaches(during, 'has a TaskRun', ({ taskRunName }) => taskRunName !== undefined);
    await finishPods(cluster().client, bed(), ['before']);
    expect((await bed().end('before')).backend).to.equal('native');

    await cluster().client.delete(taskRunDefinition());
    expect((await bed().end(during)).failure?.reason).to.equal('WorkloadDeleted');
    await startsOn('native', 'without');

    await cluster().client.apply(taskRunDefinition());
    await startsOn('tekton', 'again');
  });

  async function backendOf(name: string): Promise<string | undefined> {
    return (await bed().reaches(name, 'has a backend', ({ backend }) => backend !== undefined)).backend;
  }

  /** Creates Builds until one uses this backend, because the controller observes the change later. Returns its name. */
  async function startsOn(backend: string, prefix: string): Promise<string> {
    let count = 0;
    return until(
      `a Build on ${backend}`,
      async () => {
        const name = `${prefix}-${count}`;
        await bed().create(name);
        if ((await backendOf(name)) === backend) return name;
        await bed().delete(name);
        count += 1;
        return undefined;
      },
      { seconds: 60, every: 500 },
    );
  }
});
