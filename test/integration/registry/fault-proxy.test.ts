import { expect } from 'chai';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { rejection } from './rejection.ts';
import { digestAt, smallImage } from './stored-image.ts';
import { temporaryRegistry } from './temporary-registry.ts';

describe('the fault-injecting proxy', () => {
  const registry = temporaryRegistry('none');
  let proxy: FaultProxy;
  const image = smallImage();
  before(async () => {
    proxy = await startFaultProxy(registry().address);
    await pushImage(image, { url: proxy.url, repository: 'a' }, '1');
  });
  after(async () => proxy.stop());
  beforeEach(() => proxy.clear());

  const place = (): string => `${proxy.url}/v2/a/blobs/${image.layers[0]?.digest}`;

  it('passes on other responses, including their locations', async () => {
    expect(await digestAt(place())).to.equal(image.layers[0]?.digest);
    const { headers } = await fetch(`${proxy.url}/v2/a/blobs/uploads/`, { method: 'POST' });
    expect(headers.get('location')).to.satisfy((location: string) => location.startsWith(proxy.url));
  });

  it('returns 429 with Retry-After twice, and then forwards', async () => {
    proxy.inject({ fault: { kind: 'status', status: 429, retryAfter: 7 }, times: 2 });
    const answers = [await fetch(place()), await fetch(place()), await fetch(place())];
    expect(answers.map(({ status }) => status)).to.deep.equal([429, 429, 200]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).to.deep.equal(['7', '7', null]);
    expect(proxy.seen.map(({ fault }) => fault)).to.deep.equal(['status', 'status', undefined]);
  });

  it('answers 500 after it has read the body', async () => {
    proxy.inject({ fault: { kind: 'status', status: 500 }, method: 'PUT' });
    expect((await fetch(place())).status).to.equal(200);
    const answer = await fetch(place(), { method: 'PUT', body: Buffer.alloc(5_000_000) });
    expect(answer.status).to.equal(500);
    expect(await answer.json()).to.have.nested.property('errors[0].code', 'UNKNOWN');
  });

  it('resets the connection', async () => {
    proxy.inject({ fault: { kind: 'reset' }, path: /blobs/ });
    expect(await rejection(fetch(place()))).to.have.nested.property('cause.code', 'ECONNRESET');
    expect(await digestAt(place())).to.equal(image.layers[0]?.digest);
  });

  it('delays a response', async () => {
    proxy.inject({ fault: { kind: 'slow', milliseconds: 300 } });
    const started = performance.now();
    expect(await digestAt(place())).to.equal(image.layers[0]?.digest);
    expect(performance.now() - started).to.be.greaterThan(290);
  });

  it('truncates a body', async () => {
    proxy.inject({ fault: { kind: 'truncated', bytes: 100 } });
    const answer = await fetch(place());
    expect(answer.headers.get('content-length')).to.equal(`${image.layers[0]?.size}`);
    const received: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) received.push(Buffer.from(chunk as Uint8Array));
    })();
    expect(await rejection(reading)).to.be.instanceOf(Error);
    expect(Buffer.concat(received)).to.have.length(100);
  });
});
