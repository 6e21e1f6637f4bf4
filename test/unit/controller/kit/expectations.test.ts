import { expect } from 'chai';
import { createExpectations } from '../../../../src/controller/kit/expectations.ts';
import type { Identity } from '../../../../src/controller/kit/identity.ts';

const KEY = 'team/shop';

function version(resourceVersion: number, uid = 'one'): Identity {
  return { namespace: 'team', name: 'shop', uid, resourceVersion: `${resourceVersion}` };
}

function some() {
  let time = 0;
  return {
    expectations: createExpectations<Identity>({ elapsed: () => time }),
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

describe('the expectations of a process whose cache lags', () => {
  it('replace the cached object until the cache has the same version', () => {
    const { expectations } = some();
    expectations.expect(KEY, version(10));
    expect(expectations.newest(KEY, undefined)).to.deep.equal(version(10));
    expect(expectations.newest(KEY, version(9))).to.deep.equal(version(10));
    expect(expectations.newest(KEY, version(11))).to.deep.equal(version(11));
    expect(expectations.newest(KEY, version(9))).to.deep.equal(version(9));
  });

  it('are dropped once the cache has observed the write', () => {
    const { expectations } = some();
    expectations.expect(KEY, version(10));
    expectations.observed(KEY, version(9));
    expect(expectations.expiresInMs(KEY)).to.equal(10_000);
    expectations.observed(KEY, version(10));
    expect(expectations.expiresInMs(KEY)).to.equal(undefined);
  });

  it('expire after the longest lag', () => {
    const { expectations, wait } = some();
    expectations.expect(KEY, version(10));
    wait(9999);
    expect(expectations.expiresInMs(KEY)).to.equal(1);
    expect(expectations.newest(KEY, undefined)).to.deep.equal(version(10));
    wait(1);
    expect(expectations.newest(KEY, undefined)).to.equal(undefined);
    expect(expectations.expiresInMs(KEY)).to.equal(undefined);
  });

  it('that expire during a reconcile ask for another one, because the reconcile acted on them', () => {
    const { expectations, wait } = some();
    expectations.expect(KEY, version(10));
    wait(9999);
    expect(expectations.newest(KEY, undefined)).to.deep.equal(version(10));
    wait(2);
    expectations.observed(KEY, undefined);
    expect(expectations.pending(KEY)).to.deep.equal(version(10));
    expect(expectations.expiresInMs(KEY)).to.equal(0);
    expect(expectations.newest(KEY, undefined)).to.equal(undefined);
    expect(expectations.expiresInMs(KEY)).to.equal(undefined);
  });

  it('are dropped with the deleted object, not with an older object of the same name', () => {
    const { expectations } = some();
    expectations.expect(KEY, version(10, 'two'));
    expectations.deleted(KEY, version(9, 'one'));
    expect(expectations.newest(KEY, undefined)).to.deep.equal(version(10, 'two'));
    expectations.deleted(KEY, version(9, 'two'));
    expect(expectations.newest(KEY, undefined)).to.equal(undefined);
  });
});
