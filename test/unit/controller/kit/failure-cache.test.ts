import { expect } from 'chai';
import { failureCache, type FailureCache } from '../../../../src/controller/kit/failure-cache.ts';

const metadata = { name: 'java', uid: '1', generation: 1, labels: { a: 'b' }, resourceVersion: '7' };
const updated = (change: object): Parameters<FailureCache<string>['onChange']>[0] => ({
  kind: 'updated',
  key: 'java',
  object: { metadata: { ...metadata, ...change } },
  previous: { metadata },
});

describe('the failure cache', () => {
  let failures: FailureCache<string>;
  beforeEach(() => {
    failures = failureCache();
    failures.put('java', 'no');
  });

  it('returns a failure once if nothing but the status has changed', () => {
    failures.onChange(updated({ resourceVersion: '8' }));
    expect(failures.take('java')).to.equal('no');
    failures.onChange(updated({ resourceVersion: '9' }));
    expect(failures.take('java')).to.equal(undefined);
  });

  it('returns nothing for a key that is requeued without a change', () =>
    expect(failures.take('java')).to.equal(undefined));

  const changes = { uid: '2', generation: 2, labels: {}, annotations: { c: 'd' }, deletionTimestamp: '2026-01-01' };
  for (const [field, value] of Object.entries(changes)) {
    it(`returns nothing after a change of ${field} that a status change follows`, () => {
      failures.onChange(updated({ [field]: value }));
      failures.onChange(updated({}));
      expect(failures.take('java')).to.equal(undefined);
    });
  }

  it('returns nothing for a new object, or after an invalidation', () => {
    failures.onChange({ kind: 'added', key: 'java', object: { metadata } });
    expect(failures.take('java')).to.equal(undefined);
    failures.put('java', 'no');
    failures.onChange(updated({}));
    failures.invalidate('java');
    expect(failures.take('java')).to.equal(undefined);
  });

  it('returns nothing if the object changed while it was being reconciled', () => {
    failures.onChange(updated({}));
    failures.take('java');
    failures.onChange(updated({ generation: 2 }));
    failures.put('java', 'no');
    failures.onChange(updated({}));
    expect(failures.take('java')).to.equal(undefined);
  });
});
