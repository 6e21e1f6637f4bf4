import { expect } from 'chai';
import { Readable } from 'node:stream';
import { listAll } from '../../../../../src/clients/kube/client/list.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import type { CallOptions } from '../../../../../src/clients/kube/transport/kube-request.ts';
import type { Transport } from '../../../../../src/clients/kube/transport/transport.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { listOf, thing, THINGS } from '../some-objects.ts';

/** An API server with 100 objects. Each takes a hundredth of a page of 4 MiB in which `fitting` objects fit. */
function serverWith(fitting: number) {
  const limits: number[] = [];
  const limitsWithoutBound: number[] = [];
  const call = async (
    { path, subject }: { readonly path: string; readonly subject: string },
    options?: CallOptions,
  ) => {
    const query = new URL(path, 'http://server.test').searchParams;
    const [limit, start] = [Number(query.get('limit')), Number(query.get('continue') ?? 0)];
    const count = Math.min(limit, 100 - start);
    limits.push(limit);
    if (options?.maxBytes === undefined) limitsWithoutBound.push(limit);
    else expect(options.maxBytes).to.equal(4_194_304);
    if (options?.maxBytes !== undefined && count > fitting)
      throw new KubeError('TOO_LARGE', subject, 'more than 4 MiB');
    const items = Array.from({ length: count }, (_, place) => thing(`thing-${start + place}`, '1'));
    const next = start + count < 100 ? `${start + count}` : '';
    return { ...listOf('10', ...items), metadata: { resourceVersion: '10', continue: next } };
  };
  return { limits, limitsWithoutBound, transport: { call } as unknown as Transport };
}

/** An API server whose pages have expired. It sends the whole list as a stream only. */
function expiring(bytes: AsyncIterable<Uint8Array>): Transport {
  return {
    call: async ({ subject }) => Promise.reject(new KubeError('GONE', subject, 'expired', { status: 410 })),
    stream: async ({ path }) => {
      expect(path).to.include('limit=0');
      return bytes;
    },
  };
}

describe('a list of large objects', () => {
  it('is read in pages of fewer objects, each object once', async () => {
    const { transport, limits, limitsWithoutBound } = serverWith(40);
    const { items } = await listAll(transport, THINGS, {}, async (page) => page, new AbortController().signal);
    expect(items.map(({ metadata }) => metadata.name)).to.deep.equal(
      Array.from({ length: 100 }, (_, place) => `thing-${place}`),
    );
    expect(limits).to.deep.equal([500, 125, 32, 32, 32, 32]);
    expect(limitsWithoutBound).to.deep.equal([]);
  });

  it('is read one by one if even two objects are too large', async () => {
    const { transport, limits, limitsWithoutBound } = serverWith(0);
    const { items } = await listAll(transport, THINGS, {}, async (page) => page, new AbortController().signal);
    expect(items).to.have.length(100);
    expect(limits.slice(0, 7)).to.deep.equal([500, 125, 32, 8, 2, 1, 1]);
    expect(limitsWithoutBound).to.have.length(100);
  });

  it('is read as a stream if the version of the pages expires', async () => {
    const list = JSON.stringify(listOf('11', thing('a', '1'), thing('b', '2')));
    const bytes = Readable.from(Array.from(list, (character) => Buffer.from(character)));
    const { items, resourceVersion } = await listAll(
      expiring(bytes),
      THINGS,
      {},
      async (page) => page,
      new AbortController().signal,
    );
    expect(items.map(({ metadata }) => metadata.name)).to.deep.equal(['a', 'b']);
    expect(resourceVersion).to.equal('11');
  });

  it('is refused as incomplete if such a response is cut', async () => {
    const text = JSON.stringify(listOf('11', thing('a', '1')));
    for (const end of [-1, -10]) {
      const cut = Readable.from([Buffer.from(text.slice(0, end))]);
      const error = await rejection(
        listAll(expiring(cut), THINGS, {}, async (page) => page, new AbortController().signal),
      );
      expect(error).to.include({ code: 'BAD_ANSWER' });
    }
  });

  it('is read page by page: no page is requested before the one before it is read', async () => {
    const { transport, limits } = serverWith(40);
    const requestedBefore: number[] = [];
    const { items } = await listAll(
      transport,
      THINGS,
      {},
      async (page) => {
        await Promise.resolve();
        requestedBefore.push(limits.length);
        return page.map(({ metadata }) => metadata.name.length);
      },
      new AbortController().signal,
    );
    expect(requestedBefore).to.deep.equal([3, 4, 5, 6]);
    expect(items).to.have.length(100);
  });
});
