import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM_CLOCK } from '../../../src/runtime/clock.ts';

describe("the machine's clock", () => {
  it('calls back when the time has come, in milliseconds', async () => {
    const start = SYSTEM_CLOCK.now();
    await new Promise<void>((resolve) => SYSTEM_CLOCK.schedule(30, resolve));
    expect(SYSTEM_CLOCK.now() - start).to.be.within(28, 1000);
  });

  it('does not call back what was cancelled', async () => {
    let isCalled = false;
    SYSTEM_CLOCK.schedule(1, () => (isCalled = true))();
    await sleep(10);
    expect(isCalled).to.equal(false);
  });

  it('waits longer than setTimeout can', async () => {
    let isCalled = false;
    const cancel = SYSTEM_CLOCK.schedule(2 ** 31 + 1, () => (isCalled = true));
    await sleep(10);
    cancel();
    expect(isCalled).to.equal(false);
  });
});
