import { expect } from 'chai';
import { Readable } from 'node:stream';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { contentOf, failureOf, testClients } from './client-fixture.ts';
import { startCuttingProxy, type CuttingProxy } from './client-cutting-proxy.ts';
import { temporaryRegistry } from './temporary-registry.ts';

describe('transfers whose connections break', () => {
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const bytes = Buffer.alloc(3_000_000, 'taskpack');
  const blob = { digest: digestOf(bytes), size: bytes.length };
  let proxy: CuttingProxy;
  before(async () => {
    proxy = await startCuttingProxy(registry().address);
  });
  after(async () => proxy.stop());
  beforeEach(() => {
    proxy.seen.length = 0;
    proxy.held.length = 0;
    proxy.cuts.sent.length = 0;
    proxy.cuts.received.length = 0;
  });
  const at = (repository: string) => ({ registry: proxy.address, repository });
  /** Returns the distinct offsets of requests with data. A request without a range starts at 0. */
  const starts = (): readonly number[] => {
    const ranges = proxy.seen.filter((line) => line.startsWith('PATCH')).map((line) => line.split(' ')[2] ?? '0-');
    return [...new Set(ranges.map((range) => Number.parseInt(range, 10)))];
  };

  it('an upload resumes where it broke', async () => {
    proxy.cuts.sent.push(1_000_000, 500_000);
    await clients.make().pushBlob(at('up'), blob, (offset) => Readable.from([bytes.subarray(offset)]));
    // A registry may have stored less than it received, or may still be storing data. The offset that the registry reports counts.
    expect(proxy.held[0]).to.be.within(900_000, 1_000_000);
    expect(proxy.held.length).to.be.greaterThan(1);
    expect(starts()).to.deep.equal([...new Set([0, ...proxy.held])]);
    expect(await contentOf(clients.make().blob(at('up'), blob))).to.equal(bytes.toString());
  });

  it('a download resumes where it broke and is verified as a whole', async () => {
    await clients.make().pushBlob(at('down'), blob, bytes);
    proxy.cuts.received.push(1_000_000, 0, 500_000);
    expect(await contentOf(clients.make().blob(at('down'), blob))).to.equal(bytes.toString());
    const ranges = proxy.seen.filter((line) => line.startsWith('GET') && line.includes('sha256'));
    const offsets = ranges.map((line) => Number(/bytes=(?<offset>\d+)-/.exec(line)?.groups?.['offset'] ?? 0));
    // The client may not have read all that the proxy sent before it broke the connection.
    expect(offsets).to.have.length(4);
    expect(offsets[1]).to.be.within(500_000, 1_000_000);
    expect(offsets[2]).to.equal(offsets[1]);
    expect(offsets[3]).to.be.within((offsets[2] ?? 0) + 100_000, 1_500_000);
  });

  it('a download fails if its connection breaks too often', async () => {
    await clients.make().pushBlob(at('down'), blob, bytes);
    proxy.cuts.received.push(...Array.from({ length: 100 }, () => 10));
    expect(await failureOf(contentOf(clients.make().blob(at('down'), blob)))).to.match(
      /^UNAVAILABLE .*: the download from registry 127.0.0.1:\d+ broke more than 20 times; try again later$/,
    );
  });

  it('the error of a source is thrown without a retry', async () => {
    let opened = 0;
    const source = (): Readable => {
      opened += 1;
      return Readable.from(
        (async function* () {
          yield bytes.subarray(0, 100_000);
          throw new Error('the disk is gone');
        })(),
        { objectMode: false },
      );
    };
    expect(await failureOf(clients.make().pushBlob(at('gone'), blob, source))).to.equal('Error the disk is gone');
    expect(opened).to.equal(1);
  });

  it('a copy between registries streams the blob', async () => {
    await clients.make().pushBlob(at('down'), blob, bytes);
    proxy.cuts.received.push(1_000_000);
    const other = { registry: registry().address, repository: 'copy' };
    expect(await clients.make().copyBlob(at('down'), other, blob)).to.equal('uploaded');
    expect(await contentOf(clients.make().blob(other, blob))).to.equal(bytes.toString());
    const wrong = { digest: digestOf(Buffer.from('other')), size: 5 };
    expect(await failureOf(clients.make().copyBlob(at('down'), other, wrong))).to.match(/^NOT_FOUND /);
  });
});

describe('memory', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();

  it('does not grow with the layer: 300 MB up and down need less than half of that', async () => {
    const slice = Buffer.alloc(1_000_000, 'layer');
    const count = 300;
    const whole = (offset: number): Readable =>
      Readable.from(
        (function* () {
          for (let place = Math.floor(offset / slice.length); place < count; place += 1) {
            yield slice.subarray(place * slice.length < offset ? offset % slice.length : 0);
          }
        })(),
        { objectMode: false },
      );
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256');
    for (let place = 0; place < count; place += 1) hash.update(slice);
    const blob = { digest: `sha256:${hash.digest('hex')}`, size: count * slice.length };
    const at = { registry: registry().address, repository: 'large' };
    const before = process.memoryUsage().rss;
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    const client = clients.make();
    await client.pushBlob(at, blob, whole);
    let received = 0;
    for await (const chunk of client.blob(at, blob)) received += (chunk as Buffer).length;
    clearInterval(sampling);
    expect(received).to.equal(blob.size);
    expect(most - before).to.be.lessThan(blob.size / 2);
  });
});
