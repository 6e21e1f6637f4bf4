import { expect } from 'chai';
import { createStateBetweenReconciles } from '../../../../../src/controllers/builds/state-between-reconciles/state-between-reconciles.ts';

const BUILD = 'build-uid';

function stateWithClock() {
  let time = 0;
  return {
    betweenReconciles: createStateBetweenReconciles({ elapsed: () => time }),
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

describe('the timers of a Build', () => {
  it('start when a fact is observed first, and run from one reconcile to the next', () => {
    const { betweenReconciles, wait } = stateWithClock();
    for (const expected of [0, 5, 10]) {
      const { observedForMs, dropUnobserved } = betweenReconciles.timersOf(BUILD);
      expect(observedForMs('a closed gate')).to.equal(expected);
      dropUnobserved();
      wait(5);
    }
    expect(betweenReconciles.timersOf('another-uid').observedForMs('a closed gate')).to.equal(0);
  });

  it('start again after a reconcile that did not observe the fact', () => {
    const { betweenReconciles, wait } = stateWithClock();
    const first = betweenReconciles.timersOf(BUILD);
    first.observedForMs('a closed gate');
    first.dropUnobserved();
    wait(5);
    betweenReconciles.timersOf(BUILD).dropUnobserved();
    expect(betweenReconciles.timersOf(BUILD).observedForMs('a closed gate')).to.equal(0);
  });

  it('survive a failed reconcile, and are forgotten with the Build', () => {
    const { betweenReconciles, wait } = stateWithClock();
    betweenReconciles.timersOf(BUILD).observedForMs('a closed gate');
    wait(5);
    expect(betweenReconciles.timersOf(BUILD).observedForMs('a closed gate')).to.equal(5);
    betweenReconciles.forget(BUILD);
    expect(betweenReconciles.timersOf(BUILD).observedForMs('a closed gate')).to.equal(0);
  });
});

describe('the status writes of a Build', () => {
  it('are a second apart', () => {
    const { betweenReconciles, wait } = stateWithClock();
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(0);
    betweenReconciles.recordStatusWrite(BUILD);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(1000);
    wait(400);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(600);
    expect(betweenReconciles.statusWriteDelayMs('another-uid')).to.equal(0);
    wait(700);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(0);
  });

  it('are further apart while many Builds are unfinished', () => {
    const { betweenReconciles, wait } = stateWithClock();
    const others = Array.from({ length: 199 }, (_, index) => `uid-${index}`);
    for (const uid of [BUILD, ...others]) betweenReconciles.timersOf(uid);
    betweenReconciles.recordStatusWrite(BUILD);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(4000);
    wait(1000);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(3000);
    for (const uid of others) betweenReconciles.forget(uid);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(0);
  });
});

describe('the denials of a workload', () => {
  it('count from the first one in a row', () => {
    const { betweenReconciles, wait } = stateWithClock();
    expect(betweenReconciles.recordDenial(BUILD)).to.equal(0);
    wait(7);
    expect(betweenReconciles.recordDenial(BUILD)).to.equal(7);
    betweenReconciles.clearDenials(BUILD);
    expect(betweenReconciles.recordDenial(BUILD)).to.equal(0);
  });
});
