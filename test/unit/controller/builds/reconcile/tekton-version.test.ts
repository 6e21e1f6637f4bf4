import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { RegistryError } from '../../../../../src/clients/registry/client/registry-error.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';
import { DIGEST } from './pod-statuses.ts';

const OTHER = `sha256:${'2'.repeat(64)}`;
const TAGS = ['registry.example.com/app:1', 'registry.example.com/app:b1'];
const CACHE = { registry: { tag: 'registry.example.com/cache' } };
const RESULTS = { IMAGE_URL: TAGS[0] ?? '', IMAGE_DIGEST: DIGEST };

/** Returns a cluster with a version of Tekton. */
function withTekton(
  version: string,
  spec: Readonly<Record<string, unknown>> = { tags: TAGS, cache: CACHE },
): FakeWorld {
  const world = fakeWorld({ backend: 'tekton' }, spec);
  const metadata = { name: 'pipelines-info' };
  world.cluster.put('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { version } } as KubeObject);
  return world;
}

function taskOf(world: FakeWorld): JsonObject {
  return objectAt(objectAt(world.cluster.get('taskruns', 'shop-build') ?? {}, 'spec'), 'taskSpec');
}

/** Ends the TaskRun with results of the task, as Tekton without results of steps does. */
async function endedWith(world: FakeWorld, results: Readonly<Record<string, string>>): Promise<void> {
  const taskRun = world.cluster.get('taskruns', 'shop-build');
  const ended = { terminated: { exitCode: 0, reason: 'Completed' } };
  const steps = objectsAt(taskOf(world), 'steps').map((step) => ({ name: textAt(step, 'name') ?? '', ...ended }));
  const status = {
    startTime: '2001-09-09T01:46:40Z',
    podName: 'shop-build-pod',
    conditions: [{ type: 'Succeeded', status: 'True', reason: 'Succeeded' }],
    steps,
    results: Object.entries(results).map(([name, value]) => ({ name, type: 'string', value })),
  };
  world.cluster.put('taskruns', { ...taskRun, status } as KubeObject);
  await world.reconcile();
}

/** Answers with the digest of each tag; a tag without a digest does not exist. */
function tagsHave(world: FakeWorld, digests: Readonly<Record<string, string>>): void {
  world.registry.digest = async (tag) =>
    digests[tag] ?? Promise.reject(new RegistryError('NOT_FOUND', { registry: 'r', image: tag }, 'no such tag'));
}

describe('a Build on Tekton before results of steps', () => {
  it('is a TaskRun with results of the task and resources of steps', async () => {
    const world = withTekton('v0.44.0', { tags: TAGS, resources: { requests: { cpu: '1' } } });
    await world.reconcile();
    const [result = {}] = objectsAt(taskOf(world), 'results');
    expect(result).to.include({ name: 'IMAGE_URL' }).and.to.not.have.any.keys('value');
    const completion = objectsAt(taskOf(world), 'steps').at(-1) ?? {};
    expect(completion).to.not.have.any.keys('results');
    expect(completion['args']).to.include('-image-digest=$(results.IMAGE_DIGEST.path)');
    expect(completion).to.have.any.keys('computeResources');
    const taskRun = world.cluster.get('taskruns', 'shop-build') ?? {};
    expect(objectAt(taskRun, 'spec')).to.not.have.any.keys('computeResources');
  });

  for (const [version, count] of [
    ['v0.46.0', 1],
    ['v0.47.0', 0],
    ['v0.58.0', 0],
    ['v0.59.0', 1],
  ] as const) {
    it(`declares ${count} dummy sidecars on ${version}`, async () => {
      const world = withTekton(version);
      await world.reconcile();
      expect(objectsAt(taskOf(world), 'sidecars')).to.have.length(count);
    });
  }

  it('succeeds if one of its tags has the digest', async () => {
    const world = withTekton('v0.53.0');
    tagsHave(world, { 'registry.example.com/app:1': OTHER, 'registry.example.com/app:b1': DIGEST });
    await world.reconcile();
    await endedWith(world, RESULTS);
    expect(world.condition()).to.include({ status: 'True' });
    expect(world.status()).to.include({ latestImage: `registry.example.com/app@${DIGEST}` });
  });

  it('fails if no tag has the digest', async () => {
    const world = withTekton('v0.53.0');
    tagsHave(world, { 'registry.example.com/app:1': OTHER, 'registry.example.com/app:b1': OTHER });
    await world.reconcile();
    await endedWith(world, RESULTS);
    expect(world.condition()).to.include({ status: 'False', reason: 'UnconfirmedOutcome' });
    expect(world.status()).to.not.have.any.keys('latestImage');
    expect(textAt(objectAt(world.status(), 'failure'), 'message')).to.contain(OTHER);
  });

  it('fails if the tag of the cache has another digest', async () => {
    const world = withTekton('v0.53.0');
    tagsHave(world, { [TAGS[0] ?? '']: DIGEST, [TAGS[1] ?? '']: DIGEST, 'registry.example.com/cache': OTHER });
    await world.reconcile();
    await endedWith(world, { ...RESULTS, CACHE_IMAGE: `registry.example.com/cache@${DIGEST}` });
    expect(world.condition()).to.include({ status: 'False', reason: 'UnconfirmedOutcome' });
    expect(world.status()).to.not.have.any.keys('latestImage', 'latestCacheImage');
  });

  it('waits for a registry that does not answer, and then fails', async () => {
    const world = withTekton('v0.53.0');
    world.registry.digest = async () => Promise.reject(new Error('the connection breaks'));
    await world.reconcile();
    await endedWith(world, RESULTS).catch(() => undefined);
    expect(world.condition()).to.include({ status: 'Unknown' });
    world.wait(300_000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'UnconfirmedOutcome' });
    expect(textAt(objectAt(world.status(), 'failure'), 'message')).to.contain('the connection breaks');
  });

  it('waits less for a registry that refuses to answer', async () => {
    const world = withTekton('v0.53.0');
    tagsHave(world, {});
    await world.reconcile();
    await endedWith(world, RESULTS).catch(() => undefined);
    world.wait(15_000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'UnconfirmedOutcome' });
    expect(textAt(objectAt(world.status(), 'failure'), 'message')).to.contain('no such tag');
  });

  it('asks the registry about the digest on no other Tekton', async () => {
    const world = withTekton('v1.0.0');
    await world.reconcile();
    expect(objectsAt(taskOf(world), 'steps').at(-1)).to.have.any.keys('results');
    await endedWith(world, RESULTS);
    expect(world.condition()).to.include({ status: 'False', reason: 'NoOutcome' });
  });
});

describe('a Build on a Tekton that is too old', () => {
  it('is refused', async () => {
    const world = withTekton('v0.43.2');
    await world.reconcile();
    expect(world.cluster.get('taskruns', 'shop-build')).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'False', reason: 'BuildRefused' });
    expect(textAt(objectAt(world.status(), 'failure'), 'message')).to.contain(
      'Tekton v0.43.2 is older than 0.44, the oldest Tekton that runs TaskRuns of taskpack: install a newer Tekton, or set BACKEND to native',
    );
  });
});
