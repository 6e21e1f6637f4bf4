import { expect } from 'chai';
import { accountReader } from '../../../../src/controller/registry-access/account.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { settled } from '../../../support/virtual-clock.ts';

/** A client whose requests wait, with the namespaces that it was asked about. */
function slowClient() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const get: KubeClient['get'] = async ({ kind }, { namespace = '', name }) => {
    asked.push(`${namespace}/${name}`);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (name === 'broken') throw new Error('no answer');
    const secrets = kind === 'ServiceAccount' ? [{ name: 'login' }] : undefined;
    return { apiVersion: 'v1', kind, metadata: { namespace, name }, ...(secrets && { secrets }) } as KubeObject;
  };
  const answer = async (): Promise<void> => {
    for (const resolve of waiting.splice(0)) resolve();
    await settled();
  };
  return { get, asked, answer };
}

describe('a reader of accounts', () => {
  it('reads one account of a namespace at a time, and those of other namespaces meanwhile', async () => {
    const client = slowClient();
    const read = accountReader(client);
    const noisy = ['a', 'broken', 'c'].map(async (serviceAccount) => read({ namespace: 'noisy', serviceAccount }));
    const ends = Promise.allSettled([...noisy, read({ namespace: 'quiet', serviceAccount: 'default' })]);
    await settled();
    expect(client.asked).to.deep.equal(['noisy/a', 'quiet/default']);
    await client.answer();
    expect(client.asked.slice(2)).to.deep.equal(['noisy/login', 'quiet/login']);
    await client.answer();
    expect(client.asked.slice(4)).to.deep.equal(['noisy/broken']);
    for (let turn = 0; turn < 3; turn += 1) await client.answer();
    expect(client.asked.slice(5)).to.deep.equal(['noisy/c', 'noisy/login']);
    expect((await ends).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});
