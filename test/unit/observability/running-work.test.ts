import { expect } from 'chai';
import { runningWork } from '../../../src/observability/running-work.ts';

describe('runningWork', () => {
  it('names what has been worked on for too long, until it ends', () => {
    let now = 0;
    const work = runningWork({ now: () => now });
    const builds = work.of('builds');
    builds.started('team/a');
    now = 1000;
    builds.started('team/b');
    now = 1500;
    expect(work.longerThan(1500)).to.deep.equal([]);
    expect(work.longerThan(1000)).to.deep.equal(['builds team/a']);
    builds.ended({ key: 'team/a', outcome: { kind: 'done' }, duration: 1500, againAfter: undefined });
    expect(work.longerThan(0)).to.deep.equal(['builds team/b']);
  });
});
