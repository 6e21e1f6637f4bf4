import { expect } from 'chai';
import { limitConcurrency } from '../../../../../src/clients/kube/transport/limit-concurrency.ts';
import type { CallOptions, KubeRequest } from '../../../../../src/clients/kube/transport/kube-request.ts';
import { settled } from '../../../../support/virtual-clock.ts';

const request = (path: string): KubeRequest => ({ method: 'GET', path, isIdempotent: true, subject: path });

describe('a transport whose calls take turns', () => {
  it('sends waiting calls in order of priority, as soon as one ends or fails', async () => {
    const { sent, ends, call } = slowTransport();
    const first = call('a');
    const failing = call('b').catch(() => 'failed');
    void call('report', { priority: 'low' });
    void call('start');
    void call('commit', { priority: 'high' });
    await settled();
    expect(sent).to.deep.equal(['a', 'b']);
    ends[0]?.();
    await settled();
    expect(sent).to.deep.equal(['a', 'b', 'commit']);
    ends[1]?.(new Error('down'));
    ends[2]?.();
    await settled();
    expect(sent).to.deep.equal(['a', 'b', 'commit', 'start', 'report']);
    expect(await Promise.all([first, failing])).to.deep.equal(['a', 'failed']);
  });

  it('sends reports, too, although urgent calls always wait', async () => {
    const { sent, ends, call } = slowTransport();
    for (const path of ['a', 'b']) void call(path, { priority: 'high' });
    for (const path of ['report 1', 'report 2', 'report 3']) void call(path, { priority: 'low' });
    for (let round = 0; round < 32; round += 1) {
      void call(`urgent ${round}`, { priority: 'high' });
      await settled();
      ends[round]?.();
      await settled();
    }
    const reports = sent.filter((path) => path.startsWith('report'));
    expect(reports).to.deep.equal(['report 1', 'report 2', 'report 3']);
  });

  it('sends calls of one priority for one namespace after the other, however many of one namespace wait', async () => {
    const { sent, ends, call } = slowTransport();
    for (const path of ['a', 'b']) void call(path);
    for (let index = 0; index < 100; index += 1) void call(`/api/v1/namespaces/loud/pods/${index}`);
    for (const path of [
      '/api/v1/namespaces/quiet/pods?dryRun=All',
      '/apis/kpack.io/v1alpha2/namespaces/quiet/builds/x',
    ]) {
      void call(path);
    }
    await settled();
    for (let round = 0; round < 4; round += 1) {
      ends[round]?.();
      await settled();
    }
    expect(sent.slice(2)).to.deep.equal([
      '/api/v1/namespaces/loud/pods/0',
      '/api/v1/namespaces/quiet/pods?dryRun=All',
      '/api/v1/namespaces/loud/pods/1',
      '/apis/kpack.io/v1alpha2/namespaces/quiet/builds/x',
    ]);
  });

  it('does not send a call that is aborted while it waits, and gives its turn away', async () => {
    const { sent, ends, call } = slowTransport();
    for (const path of ['a', 'b']) void call(path);
    const abort = new AbortController();
    const aborted = call('c', { signal: abort.signal }).catch((error: unknown) => error);
    void call('d');
    await settled();
    abort.abort(new Error('stopped'));
    expect(String(await aborted)).to.equal('Error: stopped');
    ends[0]?.();
    await settled();
    expect(sent).to.deep.equal(['a', 'b', 'd']);
    ends[1]?.();
    ends[2]?.();
    await settled();
    void call('e');
    void call('f');
    await settled();
    expect(sent).to.deep.equal(['a', 'b', 'd', 'e', 'f']);
  });
});

/** A transport whose calls end when the test says so. */
function slowTransport() {
  const sent: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const transport = limitConcurrency(
    {
      call: async ({ path }) => {
        sent.push(path);
        return new Promise((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve(path) : reject(error)));
        });
      },
      stream: async () => Promise.reject(new Error('no stream')),
    },
    2,
  );
  const call = async (path: string, options?: CallOptions) => transport.call(request(path), options);
  return { sent, ends, call };
}
