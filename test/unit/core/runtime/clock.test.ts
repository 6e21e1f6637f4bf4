import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';

describe('the system clock', () => {
  it('calls back after the delay', async () => {
    const start = SYSTEM_CLOCK.elapsed();
    await new Promise<void>((resolve) => SYSTEM_CLOCK.schedule(30, resolve));
    expect(SYSTEM_CLOCK.elapsed() - start).to.be.within(28, 1000);
  });

  it('does not call back after a cancellation', async () => {
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

  it('sleeps until the delay is over or the signal is aborted', async () => {
    await SYSTEM_CLOCK.sleep(1);
    const controller = new AbortController();
    const sleeping = SYSTEM_CLOCK.sleep(60_000, controller.signal);
    controller.abort();
    const outcome = await sleeping.then(
      () => 'over',
      () => 'aborted',
    );
    expect(outcome).to.equal('aborted');
  });
});
