import { expect } from 'chai';
import { createBuildMemory } from '../../../../../src/controllers/builds/memory/build-memory.ts';

const BUILD = 'build-uid';

function memoryWithClock() {
  let time = 0;
  return {
    memory: createBuildMemory({ elapsed: () => time }),
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

describe('the timers of a Build', () => {
  it('start when a fact is observed first, and run from one reconcile to the next', () => {
    const { memory, wait } = memoryWithClock();
    for (const expected of [0, 5, 10]) {
      const { observedForMs, dropUnobserved } = memory.timersOf(BUILD);
      expect(observedForMs('a closed gate')).to.equal(expected);
      dropUnobserved();
      wait(5);
    }
    expect(memory.timersOf('another-uid').observedForMs('a closed gate')).to.equal(0);
  });

  it('start again after a reconcile that did not observe the fact', () => {
    const { memory, wait } = memoryWithClock();
    const first = memory.timersOf(BUILD);
    first.observedForMs('a closed gate');
    first.dropUnobserved();
    wait(5);
    memory.timersOf(BUILD).dropUnobserved();
    expect(memory.timersOf(BUILD).observedForMs('a closed gate')).to.equal(0);
  });

  it('survive a failed reconcile, and are forgotten with the Build', () => {
    const { memory, wait } = memoryWithClock();
    memory.timersOf(BUILD).observedForMs('a closed gate');
    wait(5);
    expect(memory.timersOf(BUILD).observedForMs('a closed gate')).to.equal(5);
    memory.forget(BUILD);
    expect(memory.timersOf(BUILD).observedForMs('a closed gate')).to.equal(0);
  });
});

describe('the status writes of a Build', () => {
  it('are a second apart', () => {
    const { memory, wait } = memoryWithClock();
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(0);
    memory.recordStatusWrite(BUILD);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(1000);
    wait(400);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(600);
    expect(memory.statusWriteDelayMs('another-uid')).to.equal(0);
    wait(700);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(0);
  });

  it('are further apart while many Builds are unfinished', () => {
    const { memory, wait } = memoryWithClock();
    const others = Array.from({ length: 199 }, (_, index) => `uid-${index}`);
    for (const uid of [BUILD, ...others]) memory.timersOf(uid);
    memory.recordStatusWrite(BUILD);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(4000);
    wait(1000);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(3000);
    for (const uid of others) memory.forget(uid);
    expect(memory.statusWriteDelayMs(BUILD)).to.equal(0);
  });
});

describe('the denials of a workload', () => {
  it('count from the first one in a row', () => {
    const { memory, wait } = memoryWithClock();
    expect(memory.recordDenial(BUILD)).to.equal(0);
    wait(7);
    expect(memory.recordDenial(BUILD)).to.equal(7);
    memory.clearDenials(BUILD);
    expect(memory.recordDenial(BUILD)).to.equal(0);
  });
});
