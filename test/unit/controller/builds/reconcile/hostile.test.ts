import { expect } from 'chai';
import { objectAt } from '../../../../support/json-field.ts';
import { fakeWorld } from './fake-world.ts';

describe('a Build that bypassed the validation of the API server', () => {
  it('gets no environment variable from a Secret', async () => {
    const valueFrom = { secretKeyRef: { name: 'git', key: 'password' } };
    const world = fakeWorld({}, { env: [{ name: 'STOLEN', valueFrom }] });
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'BuildRefused' });
    expect(objectAt(world.status(), 'failure')['message']).to.contain('secretKeyRef is not supported');
    expect(world.cluster.writes.filter((write) => !write.startsWith('patch builds'))).to.deep.equal([]);
  });

  it('cannot move the cursor of a terminal', async () => {
    const world = fakeWorld({}, { serviceAccountName: 'no\u001b[2Jbody\u202e\n' });
    await world.reconcile();
    expect(world.condition()?.['message'])
      .to.match(/nobody/)
      .and.not.to.match(/(?!\n)[\p{Cc}\u202e]/u);
  });
});
