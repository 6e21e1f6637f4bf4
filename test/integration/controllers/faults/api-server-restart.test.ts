import { expect } from 'chai';
import { succeeded } from '../builds/build-bed.ts';
import { buildSuiteAt } from '../builds/build-suite.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';
import { killablePlace } from './killable-place.ts';

describe('Builds whose API server is killed and comes back', function () {
  this.timeout(240_000);
  const { cluster, bed, builds } = buildSuiteAt(killablePlace, {
    namespace: 'restarted',
    settings: { backend: 'native' },
  });

  it('finish successfully, each with one Pod', async () => {
    const names = buildNames('survivor', 5);
    await Promise.all(names.slice(0, 3).map((name) => bed().create(name)));
    await bed().reaches('survivor-0', 'has a Pod', ({ podName }) => podName !== undefined);
    await cluster().kill();
    await cluster().start();
    await Promise.all(names.slice(3).map((name) => bed().create(name)));
    await finishPods(cluster().client, bed(), names);
    for (const name of names) expect(succeeded(await bed().end(name)), name).to.include({ status: 'True' });
    expect(podsCreated(builds().writes)).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
  });
});
