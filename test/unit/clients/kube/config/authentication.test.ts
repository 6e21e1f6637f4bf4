import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { cachedAuthentication } from '../../../../../src/clients/kube/config/authentication.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';

describe('cached credentials', () => {
  const reason = new Error('enough');

  it("are not requested after the caller's signal is aborted, because a rejection would be unhandled", async () => {
    let asked = 0;
    const { current } = cachedAuthentication(async () => {
      asked += 1;
      throw new Error('no credentials');
    }, Date.now);
    expect(await rejection(current(AbortSignal.abort(reason)))).to.equal(reason);
    expect(asked).to.equal(0);
  });

  it('reach other callers if one stops waiting', async () => {
    const credentials = { authorization: 'Bearer abc' };
    const { current } = cachedAuthentication(async () => {
      await turn();
      return { credentials, expiresAtMs: Infinity };
    }, Date.now);
    const [one, other] = [new AbortController(), new AbortController()];
    const [stopped, got] = [rejection(current(one.signal)), current(other.signal)];
    one.abort(reason);
    expect(await stopped).to.equal(reason);
    expect(await got).to.equal(credentials);
  });
});
