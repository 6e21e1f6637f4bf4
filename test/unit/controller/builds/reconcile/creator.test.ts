import { expect } from 'chai';
import { objectAt, objectsAt } from '../../../../support/json-field.ts';
import { fakeWorld } from './fake-world.ts';

async function phasesOf(creatorBuilders: readonly string[], spec: Readonly<Record<string, unknown>> = {}) {
  const world = fakeWorld({ backend: 'native', creatorBuilders }, spec);
  await world.reconcile();
  const pod = objectAt(world.cluster.get('pods', 'shop-build-pod') ?? {}, 'spec');
  return [...objectsAt(pod, 'initContainers'), ...objectsAt(pod, 'containers')].map(({ name }) => name);
}

/** Returns the status of a Pod whose creator ended with an exit code. */
function podStatus(exitCode: number) {
  const terminated = { exitCode, startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:09Z' };
  const outcome = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: `sha256:${'1'.repeat(64)}` });
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    initContainerStatuses: [
      { name: 'prepare', state: { terminated: { exitCode: 0 } } },
      { name: 'create', state: { terminated } },
    ],
    containerStatuses:
      exitCode === 0 ? [{ name: 'completion', state: { terminated: { exitCode, message: outcome } } }] : [],
  };
}

describe('CREATOR_BUILDERS of the controller', () => {
  it('runs the Builds of the builders that it names in one container', async () => {
    expect(await phasesOf(['registry.example.com/builder'])).to.deep.equal(['prepare', 'create', 'completion']);
  });

  it('does not change the Builds of other builders, whatever they say in their fields', async () => {
    const spec = { env: [{ name: 'CREATOR_BUILDERS', value: 'registry.example.com/builder' }] };
    expect(await phasesOf(['registry.example.com/platform/*'], spec)).to.include.members([
      'analyze',
      'build',
      'export',
    ]);
  });

  const CREATED = { creatorBuilders: ['registry.example.com/builder'] };
  const STARTS = (['analyze', 'detect', 'restore', 'build', 'export'] as const).map((phase, second) => ({
    phase,
    startedAt: `2026-01-01T00:00:0${second}Z`,
  }));

  it('gives a Build the steps that it has in the other modes', async () => {
    const world = fakeWorld(CREATED);
    await world.reconcile();
    world.starts.push(...STARTS);
    world.podStatus(podStatus(0));
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'True' });
    const all = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];
    expect(world.status()['stepsCompleted']).to.deep.equal(all);
    expect(world.status()['stepStates']).to.have.length(all.length);
    expect(objectsAt(world.status(), 'steps')[4]).to.deep.equal({
      name: 'build',
      startedAt: '2026-01-01T00:00:03Z',
      finishedAt: '2026-01-01T00:00:04Z',
      exitCode: 0,
    });
  });

  it('names the phase that failed, with the log of the container', async () => {
    const world = fakeWorld(CREATED);
    await world.reconcile();
    world.starts.push(...STARTS.slice(0, 4));
    world.podStatus(podStatus(51));
    await world.reconcile();
    expect(world.status()).to.include({ phase: 'build' });
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'BuildpackFailed', phase: 'build', exitCode: 51 });
    expect(world.tails).to.deep.equal(['shop-build-pod create']);
    expect(world.status()['stepsCompleted']).to.deep.equal(['prepare', 'analyze', 'detect', 'restore']);
  });

  it('names the phase by the exit code if the log cannot be read', async () => {
    const world = fakeWorld(CREATED);
    await world.reconcile();
    world.podStatus(podStatus(20));
    await world.reconcile();
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'NothingDetected', phase: 'detect' });
  });

  it('does not guess the phase if neither exit code nor log shows it', async () => {
    const world = fakeWorld(CREATED);
    await world.reconcile();
    world.podStatus(podStatus(1));
    await world.reconcile();
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'CreateFailed', phase: 'create' });
  });
});
