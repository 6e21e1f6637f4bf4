import { expect } from 'chai';
import { runningReconciles } from '../../../../src/controller/observability/controller-observer.ts';

describe('runningReconciles', () => {
  it('lists reconciles that run for too long, until they end', () => {
    let now = 0;
    const work = runningReconciles({ elapsed: () => now });
    const builds = work.observerOf('builds');
    builds.started('team/a');
    now = 1000;
    builds.started('team/b');
    now = 1500;
    expect(work.longerThan(1500)).to.deep.equal([]);
    expect(work.longerThan(1000)).to.deep.equal(['builds team/a']);
    builds.ended({ key: 'team/a', outcome: { kind: 'done' }, durationMs: 1500, requeueAfterMs: undefined });
    expect(work.longerThan(0)).to.deep.equal(['builds team/b']);
  });
});
