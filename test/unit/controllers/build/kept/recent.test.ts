import { expect } from 'chai';
import { makeRecent } from '../../../../../src/controllers/build/kept/recent.ts';
import type { Identity } from '../../../../../src/controllers/build/kept/identity.ts';

const KEY = 'team/shop';

function version(resourceVersion: number, uid = 'one'): Identity {
  return { namespace: 'team', name: 'shop', uid, resourceVersion: `${resourceVersion}` };
}

function some() {
  let time = 0;
  return { recent: makeRecent<Identity>(() => time), wait: (milliseconds: number) => void (time += milliseconds) };
}

describe('what a process has written, beside a cache that lags', () => {
  it('is newer than what the cache has, until that is as new', () => {
    const { recent } = some();
    recent.put(KEY, version(10));
    expect(recent.newest(KEY, undefined)).to.deep.equal(version(10));
    expect(recent.newest(KEY, version(9))).to.deep.equal(version(10));
    expect(recent.newest(KEY, version(11))).to.deep.equal(version(11));
    expect(recent.newest(KEY, version(9))).to.deep.equal(version(9));
  });

  it('is forgotten once the cache has come so far, whoever looks', () => {
    const { recent } = some();
    recent.put(KEY, version(10));
    recent.seen(KEY, version(9));
    expect(recent.lag(KEY)).to.equal(10_000);
    recent.seen(KEY, version(10));
    expect(recent.lag(KEY)).to.equal(undefined);
  });

  it('counts no longer than a cache can lag', () => {
    const { recent, wait } = some();
    recent.put(KEY, version(10));
    wait(9999);
    expect(recent.lag(KEY)).to.equal(1);
    expect(recent.newest(KEY, undefined)).to.deep.equal(version(10));
    wait(1);
    expect(recent.newest(KEY, undefined)).to.equal(undefined);
    expect(recent.lag(KEY)).to.equal(undefined);
  });

  it('goes with the object, and not with an earlier one of its name', () => {
    const { recent } = some();
    recent.put(KEY, version(10, 'two'));
    recent.gone(KEY, version(9, 'one'));
    expect(recent.newest(KEY, undefined)).to.deep.equal(version(10, 'two'));
    recent.gone(KEY, version(9, 'two'));
    expect(recent.newest(KEY, undefined)).to.equal(undefined);
  });
});
