import { expect } from 'chai';
import { createSharedReads } from '../../../../../src/controller/builds/state-between-reconciles/shared-reads.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';

/** A reader of a value that changes on the server. */
function world() {
  let time = 0;
  let value = 'old';
  let requests = 0;
  const reads = createSharedReads<string>({ elapsed: () => time });
  return {
    wait: (milliseconds: number) => void (time += milliseconds),
    change: (to: string) => void (value = to),
    requests: () => requests,
    /** Reads as a reconcile that began at this time. */
    read: async (beganAtMs: number, namespace = 'team') =>
      reads(beganAtMs)({ namespace, name: 'default' }, async () => {
        requests += 1;
        if (value === 'broken') throw new Error(value);
        return value;
      }),
  };
}

describe('shared reads', () => {
  it('answer the reconciles that began before the read', async () => {
    const { read, wait, requests } = world();
    wait(10);
    const both = Promise.all([read(8), read(9)]);
    wait(100);
    expect([...(await both), await read(7)]).to.deep.equal(['old', 'old', 'old']);
    expect(requests()).to.equal(1);
  });

  for (const [began, beganAtMs] of [
    ['at the time of the read', 10],
    ['after the read', 11],
  ] as const) {
    it(`do not answer a reconcile that began ${began}, because the object may have changed`, async () => {
      const { read, wait, change } = world();
      wait(10);
      await read(0);
      change('new');
      wait(1);
      expect(await read(beganAtMs)).to.equal('new');
    });
  }

  it('are read again after five seconds, however long a reconcile takes', async () => {
    const { read, wait, change } = world();
    wait(10);
    await read(0);
    change('new');
    wait(4_999);
    expect(await read(0)).to.equal('old');
    wait(1);
    expect(await read(0)).to.equal('new');
  });

  it('do not reuse a failed read', async () => {
    const { read, wait, change } = world();
    wait(10);
    change('broken');
    expect(await rejection(read(0))).to.be.instanceOf(Error);
    change('new');
    expect(await read(0)).to.equal('new');
  });

  it('keep namespaces apart', async () => {
    const { read, wait, requests } = world();
    wait(10);
    await Promise.all([read(0, 'team'), read(0, 'other')]);
    expect(requests()).to.equal(2);
  });
});
