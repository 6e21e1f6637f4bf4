import { expect } from 'chai';
import { installCrds } from '../../../cluster/custom-resources.ts';
import { startKillableServer, type KillableServer } from '../../kube/killable-server.ts';
import { buildBed, succeeded, type BuildBed } from '../build/build-bed.ts';
import { runBuilds, type RunningBuilds } from '../build/running-builds.ts';
import { looksTwice } from '../second-look.ts';
import { SOME_REGISTRY } from '../build/some-registry.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';

describe('Builds whose API server is killed and comes back', function () {
  this.timeout(240_000);
  let server: KillableServer;
  let bed: BuildBed;
  let builds: RunningBuilds;

  before(async function () {
    // The first run builds it.
    this.timeout(1_800_000);
    server = await startKillableServer();
    await installCrds(server);
    bed = await buildBed(server, 'restarted');
    const { kubeconfig } = server;
    builds = await runBuilds({ kubeconfig, registry: SOME_REGISTRY, settings: { backend: 'native' } });
  });
  looksTwice(() => builds);
  after(async () => {
    await builds?.stop();
    await server?.stop();
  });

  it('end well, each by one Pod', async () => {
    const names = buildNames('survivor', 5);
    await Promise.all(names.slice(0, 3).map((name) => bed.create(name)));
    await bed.reaches('survivor-0', 'has a Pod', ({ podName }) => podName !== undefined);
    await server.kill();
    await server.start();
    await Promise.all(names.slice(3).map((name) => bed.create(name)));
    await finishPods(server.client, bed, names);
    for (const name of names) expect(succeeded(await bed.end(name)), name).to.include({ status: 'True' });
    expect(podsCreated(builds.writes)).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
  });
});
