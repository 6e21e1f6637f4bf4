import { expect } from 'chai';
import { keptFailures, type KeptFailures } from '../../../../src/controllers/parts/kept-failures.ts';

const metadata = { name: 'java', uid: '1', generation: 1, labels: { a: 'b' }, resourceVersion: '7' };
const updated = (change: object): Parameters<KeptFailures<string>['hear']>[0] => ({
  kind: 'updated',
  key: 'java',
  object: { metadata: { ...metadata, ...change } },
  previous: { metadata },
});

describe('failures that are kept', () => {
  let failures: KeptFailures<string>;
  beforeEach(() => {
    failures = keptFailures();
    failures.keep('java', 'no');
  });

  it('hold where nothing but a status has changed, and are taken once', () => {
    failures.hear(updated({ resourceVersion: '8' }));
    expect(failures.take('java')).to.equal('no');
    failures.hear(updated({ resourceVersion: '9' }));
    expect(failures.take('java')).to.equal(undefined);
  });

  it('do not hold where their time has come', () => expect(failures.take('java')).to.equal(undefined));

  const changes = { uid: '2', generation: 2, labels: {}, annotations: { c: 'd' }, deletionTimestamp: '2026-01-01' };
  for (const [field, value] of Object.entries(changes)) {
    it(`do not hold where there is another ${field}, and a status after it`, () => {
      failures.hear(updated({ [field]: value }));
      failures.hear(updated({}));
      expect(failures.take('java')).to.equal(undefined);
    });
  }

  it('do not hold for one that is new, nor where something else has changed', () => {
    failures.hear({ kind: 'added', key: 'java', object: { metadata } });
    expect(failures.take('java')).to.equal(undefined);
    failures.keep('java', 'no');
    failures.hear(updated({}));
    failures.outdate('java');
    expect(failures.take('java')).to.equal(undefined);
  });

  it('do not hold where it changed while it was being looked at', () => {
    failures.hear(updated({}));
    failures.take('java');
    failures.hear(updated({ generation: 2 }));
    failures.keep('java', 'no');
    failures.hear(updated({}));
    expect(failures.take('java')).to.equal(undefined);
  });
});
