import { expect } from 'chai';
import { DEFAULT_PLATFORM } from '../../../../../src/cli/options.ts';
import { registryClient } from '../../../../../src/clients/registry/client/registry-client.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';

/** Returns the number of requests until a client gives up a registry that refuses all connections. */
async function attempts(retriesUnreachable: boolean): Promise<number> {
  let count = 0;
  const dispatch = (): never => {
    count += 1;
    throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  };
  const clock = { now: () => 0, sleep: async () => undefined };
  const client = registryClient({
    network: { dispatcher: { dispatch } as never, clock, random: () => 0 },
    keychain: async () => undefined,
    retriesUnreachable,
  });
  const reference = { registry: 'registry.example.com', repository: 'app', tag: '1' };
  expect(await rejection(client.config(reference, DEFAULT_PLATFORM))).to.include({ code: 'NETWORK' });
  return count;
}

describe('the first connection to a registry', () => {
  it('is not tried again for a user who waits if the registry refuses it', async () => {
    expect(await attempts(false)).to.equal(1);
  });

  it('is tried again otherwise, because the registry may be starting', async () => {
    expect(await attempts(true)).to.equal(6);
  });
});
