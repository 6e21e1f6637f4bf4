import { expect } from 'chai';
import { createStateBetweenReconciles } from '../../../../../src/controller/builds/state-between-reconciles/state-between-reconciles.ts';

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
      const { observedForMs, dropUnobserved } = betweenReconciles.timersOf(identity(BUILD));
      expect(observedForMs('a closed gate')).to.equal(expected);
      dropUnobserved();
      wait(5);
    }
    expect(betweenReconciles.timersOf(identity('another-uid')).observedForMs('a closed gate')).to.equal(0);
  });

  it('start again after a reconcile that did not observe the fact', () => {
    const { betweenReconciles, wait } = stateWithClock();
    const first = betweenReconciles.timersOf(identity(BUILD));
    first.observedForMs('a closed gate');
    first.dropUnobserved();
    wait(5);
    betweenReconciles.timersOf(identity(BUILD)).dropUnobserved();
    expect(betweenReconciles.timersOf(identity(BUILD)).observedForMs('a closed gate')).to.equal(0);
  });

  it('survive a failed reconcile, and are forgotten with the Build', () => {
    const { betweenReconciles, wait } = stateWithClock();
    betweenReconciles.timersOf(identity(BUILD)).observedForMs('a closed gate');
    wait(5);
    expect(betweenReconciles.timersOf(identity(BUILD)).observedForMs('a closed gate')).to.equal(5);
    betweenReconciles.forget(BUILD);
    expect(betweenReconciles.timersOf(identity(BUILD)).observedForMs('a closed gate')).to.equal(0);
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
    for (const uid of [BUILD, ...others]) betweenReconciles.timersOf(identity(uid));
    betweenReconciles.recordStatusWrite(BUILD);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(4000);
    wait(1000);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(3000);
    for (const uid of others) betweenReconciles.forget(uid);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(0);
  });

  it('are not further apart for unfinished Builds of another namespace', () => {
    const { betweenReconciles } = stateWithClock();
    for (let index = 0; index < 9999; index += 1) betweenReconciles.timersOf(identity(`uid-${index}`, 'loud'));
    betweenReconciles.timersOf(identity(BUILD));
    for (const uid of [BUILD, 'uid-1']) betweenReconciles.recordStatusWrite(uid);
    expect(betweenReconciles.statusWriteDelayMs(BUILD)).to.equal(1000);
    // The loud namespace has half of the 50 writes a second.
    expect(betweenReconciles.statusWriteDelayMs('uid-1')).to.be.closeTo(400_000, 100);
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

function identity(uid: string, namespace = 'apps') {
  return { uid, namespace };
}
