import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { processHealth } from '../../../../src/cli/controller/health.ts';
import type { OpenCache } from '../../../../src/controller/kit/object-cache.ts';

/** A cache of builds whose state the test sets. */
function someCache(size: number) {
  let sync: ((isSynced: boolean) => void) | undefined;
  let end: (() => void) | undefined;
  let failing: number | undefined;
  const cache: OpenCache = {
    failingForMs: () => failing,
    resource: { group: 'kpack.io', version: 'v1alpha2', plural: 'builds', kind: 'Build', isNamespaced: true },
    size: () => size,
    synced: new Promise((resolve) => (sync = resolve)),
    ended: new Promise((resolve) => (end = resolve)),
  };
  const fail = (milliseconds: number | undefined): void => {
    failing = milliseconds;
  };
  return { cache, sync: () => sync?.(true), end: () => end?.(), fail };
}

describe('processHealth', () => {
  it('is ready while it leads or waits for the Lease', () => {
    const health = processHealth(() => 0);
    const told = (['starting', 'standby', 'leading', 'stopping'] as const).map((stage) => {
      health.setStage(stage);
      return health.readiness();
    });
    expect(told).to.deep.equal([
      { status: 503, text: 'starting: checking the cluster\n' },
      { status: 200, text: 'standby: waiting for the lease, which another process may hold\n' },
      { status: 200, text: 'leading\n' },
      { status: 200, text: 'stopping: waiting for running reconciles\n' },
    ]);
  });

  it('is starting until it is ready for the first time', async () => {
    const health = processHealth(() => 0);
    const { cache, sync, fail } = someCache(3);
    health.addCache(cache);
    health.setStage('standby');
    health.readiness();
    expect(health.isStarting()).to.equal(true);
    sync();
    await turn();
    health.readiness();
    fail(900_000);
    expect(health.readiness().status).to.equal(503);
    expect(health.isStarting()).to.equal(false);
  });

  it('is not starting any more once it stops', () => {
    const health = processHealth(() => 0);
    health.setStage('stopping');
    expect(health.isStarting()).to.equal(false);
  });

  it('is not ready until all caches are synced, and names the others', async () => {
    const health = processHealth(() => 0);
    const { cache, sync, end } = someCache(3);
    health.setStage('leading');
    health.addCache(cache);
    expect(health.readiness()).to.deep.equal({ status: 503, text: 'leading\nthe cache of builds is not synced yet\n' });
    expect(health.caches()).to.deep.equal([{ resource: 'builds', isSynced: false, objects: 3 }]);
    sync();
    await turn();
    expect(health.readiness().status).to.equal(200);
    expect(health.caches()).to.deep.equal([{ resource: 'builds', isSynced: true, objects: 3 }]);
    const ended = health.cachesEnded();
    end();
    await ended;
    expect(health.caches()).to.deep.equal([]);
  });

  it('is not ready if the requests of a cache have failed for 15 minutes', async () => {
    const health = processHealth(() => 0);
    const { cache, sync, fail } = someCache(3);
    health.setStage('leading');
    health.addCache(cache);
    sync();
    await turn();
    fail(899_999);
    expect(health.readiness().status).to.equal(200);
    fail(900_000);
    const text = 'leading\nrequests for builds have failed for 15 minutes\n';
    expect(health.readiness()).to.deep.equal({ status: 503, text });
    fail(undefined);
    expect(health.readiness().status).to.equal(200);
  });

  it('is not ready on standby once it could not reach the lease for a minute, until it does', () => {
    let elapsed = 1000;
    const health = processHealth(() => elapsed);
    health.setStage('standby');
    health.setLeaseReachable(false);
    elapsed += 30_000;
    health.setLeaseReachable(false);
    elapsed += 29_999;
    expect(health.readiness().status).to.equal(200);
    elapsed += 1;
    const text =
      'standby: waiting for the lease, which another process may hold\nthe lease cannot be read or written: the log says why\n';
    expect(health.readiness()).to.deep.equal({ status: 503, text });
    health.setLeaseReachable(true);
    expect(health.readiness().status).to.equal(200);
    health.setLeaseReachable(false);
    elapsed += 60_000;
    health.setStage('leading');
    expect(health.readiness().status).to.equal(200);
  });

  it('forgets a cache that ended before it was full', async () => {
    const health = processHealth(() => 0);
    const { cache, sync, end } = someCache(0);
    health.addCache(cache);
    end();
    await turn();
    sync();
    await turn();
    expect(health.caches()).to.deep.equal([]);
  });
});
