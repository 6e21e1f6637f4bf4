import { expect } from 'chai';
import { makeEvent } from '../../../../../src/clients/kube/client/event.ts';
import { thing } from '../some-objects.ts';

const HAPPENING = { type: 'Normal', reason: 'Started', action: 'Start', note: 'it begins' } as const;
const REPORTER = { controller: 'test.io/controller', instance: 'one' };

describe('an event', () => {
  it('refers to its object and has a unique name', () => {
    const event = makeEvent({ ...HAPPENING, regarding: thing('a', '7') }, REPORTER, 255, 0.5);
    expect(event.metadata).to.deep.equal({ name: 'a.ff800000', namespace: 'team' });
    expect(event['regarding']).to.deep.equal({
      apiVersion: 'test.io/v1',
      kind: 'Thing',
      name: 'a',
      namespace: 'team',
      resourceVersion: '7',
    });
    expect(event['eventTime']).to.equal('1970-01-01T00:00:00.255000Z');
  });

  it('is in the namespace default for a cluster-scoped object', () => {
    const regarding = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    expect(makeEvent({ ...HAPPENING, regarding }, REPORTER, 0, 0).metadata).to.include({ namespace: 'default' });
  });

  it("is cut to Kubernetes' limit, never within a character", () => {
    const regarding = thing(`${'a'.repeat(240)}.${'b'.repeat(12)}`, '1');
    const event = makeEvent({ ...HAPPENING, regarding, note: 'ä'.repeat(600) }, REPORTER, 1e12, 0.99);
    expect(event.metadata.name)
      .to.match(/^[a-z0-9.]{1,253}$/)
      .and.not.include('..');
    expect(Buffer.byteLength(JSON.stringify(event['note'])) - 2).to.be.within(1020, 1024);
    expect(event['note']).to.match(/^ä+…$/);
  });
});
