import { expect } from 'chai';
import { objectAt, textAt } from '../../../../support/json-field.ts';
import { isJsonObject, parseJson } from '../../../../../src/core/model/json.ts';
import { COMPLETION_FAILURES } from '../../../../../src/core/model/step-failures/completion-failures.ts';
import { PREPARE_FAILURES } from '../../../../../src/core/model/step-failures/prepare-failures.ts';
import { fakeWorld, NOW } from './fake-world.ts';

describe('taskpack steps', () => {
  it('receive the limits for the size of the source', async () => {
    const world = fakeWorld({ sourceLimits: { bytes: 5, entries: 6 } });
    await world.reconcile();
    const pod = world.cluster.get('pods', 'shop-build-pod') ?? {};
    const annotations = isJsonObject(pod) ? objectAt(objectAt(pod, 'metadata'), 'annotations') : {};
    const inputs = parseJson(textAt(annotations, 'taskpack.dev/inputs') ?? '');
    expect(inputs).to.have.deep.nested.property('application.sourceLimits', { bytes: 5, entries: 6 });
  });

  for (const [phase, failures, place] of [
    ['prepare', PREPARE_FAILURES, 'initContainerStatuses'],
    ['completion', COMPLETION_FAILURES, 'containerStatuses'],
  ] as const) {
    for (const [name, { exitCode, actor, advice, meaning }] of Object.entries(failures)) {
      it(`fail a Build with ${name} by exit code ${exitCode} of ${phase}`, async () => {
        const world = fakeWorld();
        await world.reconcile();
        const terminated = { exitCode, reason: 'Error', message: 'ERROR: one sentence' };
        const startTime = new Date(NOW).toISOString();
        world.podStatus({ phase: 'Failed', startTime, [place]: [{ name: phase, state: { terminated } }] });
        world.wait(1000);
        await world.reconcile();
        expect(world.condition()).to.include({ status: 'False', reason: 'Failed' });
        expect(world.condition()?.['message'])
          .to.match(/^Error: {2}one sentence /)
          .and.to.contain(meaning);
        expect(objectAt(world.status(), 'failure')).to.deep.include({ reason: name, phase, exitCode, actor, advice });
      });
    }
  }
});
