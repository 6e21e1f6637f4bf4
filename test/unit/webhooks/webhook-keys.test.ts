import { expect } from 'chai';
import { readWebhookKeys } from '../../../src/webhooks/webhook-keys.ts';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';

const LONG = 'a key of sixteen or more';

async function keysOf(data: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const encoded = Object.entries(data).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'hooks' }, data: Object.fromEntries(encoded) };
  return readWebhookKeys({ get: async () => secret as KubeObject }, { namespace: 'taskpack', name: 'hooks' });
}

async function refusalOf(data: Readonly<Record<string, string>>): Promise<string> {
  try {
    return `keys: ${(await keysOf(data)).length}`;
  } catch (error) {
    return String(error);
  }
}

describe('the keys of git servers', () => {
  it('are all values of the Secret, without the end of a line', async () => {
    expect(await keysOf({ github: `${LONG}\n`, gitlab: `another ${LONG}` })).to.deep.equal([LONG, `another ${LONG}`]);
  });

  it('are not the short values, which can be guessed', async () => {
    expect(await keysOf({ long: LONG, short: 'secret', empty: '' })).to.deep.equal([LONG]);
    const message = 'Error: the Secret taskpack/hooks has no key of at least 16 characters: add one';
    for (const data of [{}, { short: 'secret' }, { empty: '' }]) expect(await refusalOf(data)).to.equal(message);
  });
});
