import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { fakeWorld, NOW, type FakeWorld } from './fake-world.ts';

/** Returns a world whose Build has started with this metadata. */
async function startedWorld(metadata: JsonObject, backend: 'native' | 'tekton', spec: JsonObject = {}) {
  const world = fakeWorld({ backend }, spec);
  const build = world.cluster.get('builds', 'shop');
  world.cluster.put('builds', { ...build, metadata: { ...build?.metadata, ...metadata } } as unknown as KubeObject);
  await world.reconcile();
  return world;
}

async function actorOf(world: FakeWorld): Promise<unknown> {
  world.wait(1000);
  await world.reconcile();
  return objectAt(world.status(), 'failure')['actor'];
}

describe('the actor of a failed Build', () => {
  for (const [labels, actor] of [
    [{ 'image.kpack.io/image': 'shop' }, 'none'],
    [{}, 'user'],
  ] as const) {
    it(`is ${actor} if the source has changed and the Build has the labels ${JSON.stringify(labels)}`, async () => {
      const world = await startedWorld({ labels }, 'native');
      const state = { terminated: { exitCode: 37, reason: 'Error' } };
      const startTime = new Date(NOW).toISOString();
      world.podStatus({ startTime, phase: 'Failed', initContainerStatuses: [{ name: 'prepare', state }] });
      expect(await actorOf(world)).to.equal(actor);
    });
  }

  for (const [kind, actor] of [
    ['ClusterBuilder', 'platform'],
    ['Builder', 'user'],
  ] as const) {
    it(`is ${actor} if the image of a ${kind} does not exist`, async () => {
      const world = await startedWorld({ annotations: { 'image.kpack.io/builderKind': kind } }, 'tekton');
      const message =
        'the step "analyze" in TaskRun "shop-build" failed to pull the image "example.com/b". The pod errored with the message: "example.com/b: not found."';
      const conditions = [{ type: 'Succeeded', status: 'False', reason: 'TaskRunImagePullFailed', message }];
      const taskRun = world.cluster.get('taskruns', 'shop-build');
      const steps = ['prepare', 'analyze'].map((name) => ({ name, waiting: { reason: 'PodInitializing' } }));
      world.cluster.put('taskruns', {
        ...taskRun,
        status: { startTime: new Date(NOW).toISOString(), podName: 'its-pod', conditions, steps },
      } as unknown as KubeObject);
      expect(await actorOf(world)).to.equal(actor);
    });
  }
});
