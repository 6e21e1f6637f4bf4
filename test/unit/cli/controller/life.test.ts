import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { beginLife } from '../../../../src/cli/controller/life.ts';
import type { OpenCache } from '../../../../src/controllers/cluster/cached.ts';

/** A cache of builds that does what it is told. */
function someCache(size: number) {
  let sync: ((isSynced: boolean) => void) | undefined;
  let end: (() => void) | undefined;
  let failing: number | undefined;
  const cache: OpenCache = {
    failingFor: () => failing,
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

describe('beginLife', () => {
  it('is ready when it leads or could, and not while it begins or ends', () => {
    const life = beginLife(() => 0);
    const told = (['starting', 'standby', 'leading', 'stopping'] as const).map((stage) => {
      life.enter(stage);
      return life.readiness();
    });
    expect(told).to.deep.equal([
      { status: 503, text: 'starting: the cluster is being looked at\n' },
      { status: 200, text: 'standby: another process holds the lease, or nobody yet\n' },
      { status: 200, text: 'leading\n' },
      { status: 503, text: 'stopping: what is under way is ended\n' },
    ]);
  });

  it('is not ready until every cache is full, and says which is not', async () => {
    const life = beginLife(() => 0);
    const { cache, sync, end } = someCache(3);
    life.enter('leading');
    life.keep(cache);
    expect(life.readiness()).to.deep.equal({ status: 503, text: 'leading\nnot all builds have been seen yet\n' });
    expect(life.caches()).to.deep.equal([{ resource: 'builds', isSynced: false, objects: 3 }]);
    sync();
    await turn();
    expect(life.readiness().status).to.equal(200);
    expect(life.caches()).to.deep.equal([{ resource: 'builds', isSynced: true, objects: 3 }]);
    const ended = life.cachesEnded();
    end();
    await ended;
    expect(life.caches()).to.deep.equal([]);
  });

  it('is not ready while a cache has not heard from the server for a quarter of an hour', async () => {
    const life = beginLife(() => 0);
    const { cache, sync, fail } = someCache(3);
    life.enter('leading');
    life.keep(cache);
    sync();
    await turn();
    fail(899_999);
    expect(life.readiness().status).to.equal(200);
    fail(900_000);
    const text = 'leading\nnothing has been heard of builds for a quarter of an hour\n';
    expect(life.readiness()).to.deep.equal({ status: 503, text });
    fail(undefined);
    expect(life.readiness().status).to.equal(200);
  });

  it('is not ready on standby once it could not reach the lease for a minute, until it does', () => {
    let elapsed = 1000;
    const life = beginLife(() => elapsed);
    life.enter('standby');
    life.reachLease(false);
    elapsed += 30_000;
    life.reachLease(false);
    elapsed += 29_999;
    expect(life.readiness().status).to.equal(200);
    elapsed += 1;
    const text =
      'standby: another process holds the lease, or nobody yet\nthe lease cannot be read or written: the log says why\n';
    expect(life.readiness()).to.deep.equal({ status: 503, text });
    life.reachLease(true);
    expect(life.readiness().status).to.equal(200);
    life.reachLease(false);
    elapsed += 60_000;
    life.enter('leading');
    expect(life.readiness().status).to.equal(200);
  });

  it('forgets a cache that ended before it was full', async () => {
    const life = beginLife(() => 0);
    const { cache, sync, end } = someCache(0);
    life.keep(cache);
    end();
    await turn();
    sync();
    await turn();
    expect(life.caches()).to.deep.equal([]);
  });
});
