import { expect } from 'chai';
import { objectAt, textAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';
import { completedPod } from './pod-statuses.ts';

const ANNOTATION = 'tekton.dev/taskrunSpanContext';

async function taskRunAnnotations(world: FakeWorld): Promise<JsonObject> {
  await world.reconcile();
  const [taskRun = {}] = world.cluster.all('taskruns');
  return objectAt(objectAt(taskRun, 'metadata'), 'annotations');
}

describe('the trace of a Build', () => {
  it('is joined by Tekton, because the TaskRun has its context', async () => {
    const world = fakeWorld({ backend: 'tekton' });
    world.tracing.contextOf = (uid) => ({ traceparent: `context of ${uid}` });
    const annotations = await taskRunAnnotations(world);
    expect(annotations[ANNOTATION]).to.equal('{"traceparent":"context of build-uid"}');
  });

  it('is not mentioned if no traces are exported', async () => {
    expect(await taskRunAnnotations(fakeWorld({ backend: 'tekton' }))).to.not.have.any.keys(ANNOTATION);
  });

  it('is made once, from the final status and the Pod', async () => {
    const world = fakeWorld();
    await world.reconcile();
    expect(world.finished).to.deep.equal([]);
    world.podStatus(completedPod());
    await world.reconcile();
    const [finished] = world.finished;
    expect(textAt(objectAt(finished?.build ?? {}, 'status'), 'latestImage')).to.match(/@sha256:/);
    expect(finished?.pod?.metadata.name).to.equal('shop-build-pod');
    world.restart();
    await world.reconcile();
    expect(world.finished).to.have.length(1);
  });

  it('is made when the final status is written, and not when that fails', async () => {
    const world = fakeWorld();
    await world.reconcile();
    world.podStatus(completedPod());
    world.cluster.failNext('patch builds shop', new KubeError('NETWORK', 'patch', 'the connection breaks'));
    await world.reconcile().catch(() => undefined);
    expect(world.finished).to.deep.equal([]);
    await world.reconcile();
    expect(world.finished).to.have.length(1);
  });

  it('is made of a Build that never had a Pod', async () => {
    const world = fakeWorld({}, { tags: ['registry.example.com/app', 'x:@'] });
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False' });
    expect(world.finished.map(({ pod }) => pod)).to.deep.equal([undefined]);
  });
});
