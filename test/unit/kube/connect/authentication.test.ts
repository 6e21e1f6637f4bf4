import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { keptAuthentication } from '../../../../src/kube/connect/authentication.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

describe('credentials that are kept', () => {
  const reason = new Error('enough');

  it('are not asked for by one that has ended: nobody would hear that they cannot be had', async () => {
    let asked = 0;
    const { current } = keptAuthentication(async () => {
      asked += 1;
      throw new Error('no credentials');
    }, Date.now);
    expect(await rejection(current(AbortSignal.abort(reason)))).to.equal(reason);
    expect(asked).to.equal(0);
  });

  it('come to the others where one stops waiting', async () => {
    const credentials = { authorization: 'Bearer abc' };
    const { current } = keptAuthentication(async () => {
      await turn();
      return { credentials, until: Infinity };
    }, Date.now);
    const [one, other] = [new AbortController(), new AbortController()];
    const [stopped, got] = [rejection(current(one.signal)), current(other.signal)];
    one.abort(reason);
    expect(await stopped).to.equal(reason);
    expect(await got).to.equal(credentials);
  });
});
