import { expect } from 'chai';
import { DEBUG_ANNOTATION } from '../../../../../src/core/model/debug-mode.ts';
import { objectAt, objectsAt } from '../../../../support/json-field.ts';
import { fakeWorld } from './fake-world.ts';

/** Reconciles a Build with the annotation, whose Pod has regular containers. */
async function debugged(annotation: string, maxDebugHoldSeconds?: number) {
  const limit = maxDebugHoldSeconds === undefined ? {} : { maxDebugHoldSeconds };
  const world = fakeWorld({ injectedSidecars: 'true', ...limit });
  const build = world.cluster.get('builds', 'shop');
  if (build === undefined) throw new Error('there is no Build');
  const annotations = { [DEBUG_ANNOTATION]: annotation };
  world.cluster.put('builds', { ...build, metadata: { ...build.metadata, annotations } });
  await world.reconcile();
  const pod = world.cluster.get('pods', 'shop-build-pod');
  const args = objectsAt(objectAt(pod ?? {}, 'spec'), 'containers').map((container) =>
    JSON.stringify(container['args']),
  );
  const [, seconds] = /--hold_timeout=(\d+)s/.exec(args.join()) ?? [];
  return {
    hasPod: pod !== undefined,
    seconds,
    failure: objectAt(world.status(), 'failure'),
    condition: world.condition(),
  };
}

describe('MAX_DEBUG_HOLD of the controller', () => {
  it('limits how long a phase is held, also by default', async () => {
    expect(await debugged('{}')).to.include({ seconds: '3600' });
    expect(await debugged('{}', 600)).to.include({ seconds: '600' });
    expect(await debugged('{"timeoutSeconds":60}', 600)).to.include({ seconds: '60' });
  });

  it('refuses a longer hold with one sentence', async () => {
    const { hasPod, failure, condition } = await debugged('{"timeoutSeconds":601}', 600);
    expect(hasPod).to.equal(false);
    expect(failure).to.include({ reason: 'BuildRefused' });
    expect(condition?.['message']).to.include('from 1 to 600 as timeoutSeconds, as the setting MAX_DEBUG_HOLD says');
  });

  it('refuses every debugged Build if it is 0', async () => {
    for (const annotation of ['{}', '{"before":"build"}', 'no JSON']) {
      const { hasPod, condition } = await debugged(annotation, 0);
      expect(hasPod).to.equal(false);
      expect(condition?.['message']).to.match(
        /^metadata\.annotations\S+: the operator has turned debugging off \(MAX_DEBUG_HOLD is 0\): create the Build without the annotation$/,
      );
    }
  });
});
