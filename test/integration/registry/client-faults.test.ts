import { expect } from 'chai';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import type { Fault } from '../../cluster/registry/fault.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { REQUEST_TIMEOUTS } from '../../../src/clients/registry/client/transport/transport.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { contentOf, failureOf, testClients } from './client-fixture.ts';
import { NthRequest } from './client-nth-request.ts';
import { rejection } from './rejection.ts';
import { smallImage } from './stored-image.ts';
import { temporaryRegistry } from './temporary-registry.ts';

const FAULTS: readonly (readonly [string, Fault, RegExp])[] = [
  ['429', { kind: 'status', status: 429, retryAfter: 3 }, /^RATE_LIMITED .* \(429/],
  [
    '429 and a date',
    { kind: 'status', status: 429, retryAfter: 'Fri, 31 Dec 2100 00:00:00 GMT' },
    /^RATE_LIMITED .* \(429/,
  ],
  ['500', { kind: 'status', status: 500 }, /^UNAVAILABLE .* \(500/],
  ['a reset', { kind: 'reset' }, /^NETWORK .*: the connection to .* fails/],
  [
    'silence',
    { kind: 'slow', milliseconds: 2500 },
    /^TIMED_OUT .* does not respond in time; check the network, or try again later$/,
  ],
];

describe('the registry client behind a fault-injecting proxy', () => {
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const image = smallImage();
  const [one, two] = image.layers;
  if (one === undefined || two === undefined) throw new Error('two layers');
  const bytes = Buffer.from('0123456789');
  const blob = { digest: digestOf(bytes), size: bytes.length };
  let proxy: FaultProxy;
  let fresh = 0;

  before(async () => {
    proxy = await startFaultProxy(registry().address);
    await pushImage(image, { url: proxy.url, repository: 'a' }, '1');
  });
  after(async () => proxy.stop());
  beforeEach(() => proxy.clear());

  const make = (fault?: Fault): RegistryClient => {
    const idleMs = fault?.kind === 'slow' ? 1000 : 30_000;
    return clients.make({ timeouts: { ...REQUEST_TIMEOUTS, idleMs, commitIdleMs: idleMs } });
  };
  const at = (repository: string): ImageReference => ({ registry: proxy.address, repository, tag: '1' });

  /** The operation under test and its result; each repetition uses a new repository. */
  const operations: Readonly<Record<string, (client: RegistryClient, to: ImageReference) => Promise<unknown>>> = {
    resolve: async (client) => (await client.resolve(at('a'))).digest,
    manifest: async (client) => digestOf((await client.manifest(at('a'))).bytes),
    config: async (client) => digestOf((await client.config(at('a'), image.platform)).bytes),
    blob: async (client) => digestOf(Buffer.from(await contentOf(client.blob(at('a'), image.config)))),
    hasBlob: async (client) => client.hasBlob(at('a'), one.digest),
    mountBlob: async (client, to) => client.mountBlob(at('a'), to, one),
    pushBlob: async (client, to) => {
      await client.pushBlob(to, blob, bytes);
      return contentOf(clients.make().blob(to, blob));
    },
    pushManifest: async (client, to) => {
      for (const layer of [one, two, image.config]) await clients.make().mountBlob(at('a'), to, layer);
      const { mediaType, content } = image.manifest;
      return client.pushManifest(to, { mediaType, bytes: content });
    },
  };
  const expected: Readonly<Record<string, unknown>> = {
    resolve: image.manifest.digest,
    manifest: image.manifest.digest,
    config: image.config.digest,
    blob: image.config.digest,
    hasBlob: true,
    mountBlob: true,
    pushBlob: '0123456789',
    pushManifest: image.manifest.digest,
  };
  const newPlace = (): ImageReference => at(`new/${(fresh += 1)}`);

  for (const [name, operation] of Object.entries(operations)) {
    for (const [what, fault, failure] of FAULTS) {
      it(`${name}: recovers from ${what} at any one request`, async () => {
        expect(await operation(make(), newPlace())).to.equal(expected[name]);
        const requests = proxy.seen.length;
        expect(requests).to.be.greaterThan(1);
        for (let nth = 0; nth < requests; nth += 1) {
          proxy.clear();
          proxy.inject({ fault, path: new NthRequest(nth) });
          expect(await operation(make(fault), newPlace()), `request ${nth}`).to.equal(expected[name]);
          expect(proxy.seen.filter((request) => request.fault !== undefined)).to.have.length(1);
        }
      });

      it(`${name}: reports a permanent fault (${what})`, async () => {
        proxy.inject({ fault, times: 1000 });
        const retryPolicy = { retries: 2, initialDelayMs: 100, maxDelayMs: 1000, maxRetryAfterMs: 60_000 };
        // A short limit is for silence alone: a busy machine may take as long before it reports another fault.
        const idleMs = fault.kind === 'slow' ? 100 : 30_000;
        const client = clients.make({ retryPolicy, timeouts: { ...REQUEST_TIMEOUTS, idleMs, commitIdleMs: idleMs } });
        expect(await failureOf(operation(client, newPlace()))).to.match(failure);
      });
    }

    it(`${name}: recovers from a truncated response at any one request`, async () => {
      await operation(make(), newPlace());
      const requests = proxy.seen.length;
      for (let nth = 0; nth < requests; nth += 1) {
        proxy.clear();
        proxy.inject({ fault: { kind: 'truncated', bytes: 5 }, path: new NthRequest(nth) });
        expect(await operation(make(), newPlace()), `request ${nth}`).to.equal(expected[name]);
      }
    });
  }

  it('waits for Retry-After plus the usual backoff', async () => {
    proxy.inject({ fault: { kind: 'status', status: 429, retryAfter: 7 }, path: /manifests/, times: 2 });
    proxy.inject({ fault: { kind: 'status', status: 500 }, path: /manifests/, times: 3 });
    expect((await make().resolve(at('a'))).digest).to.equal(image.manifest.digest);
    expect(clients.waits).to.deep.equal([7188, 7375, 750, 1500, 3000]);
  });

  it('does not retry other 4xx', async () => {
    for (const [status, code] of [
      [400, 'REFUSED'],
      [403, 'DENIED'],
      [404, 'NOT_FOUND'],
      [418, 'REFUSED'],
    ] as const) {
      proxy.clear();
      proxy.inject({ fault: { kind: 'status', status }, path: /manifests/ });
      expect(await rejection(make().manifest(at('a')))).to.deep.include({
        code,
        status,
        diagnostics: [{ code: 'UNKNOWN', message: 'a fault of the test' }],
      });
      expect(proxy.seen).to.have.length(2);
    }
  });

  it("rejects with the signal's reason, during a request and during a delay", async () => {
    for (const fault of [
      { kind: 'slow', milliseconds: 1000 },
      { kind: 'status', status: 500 },
    ] as const) {
      proxy.clear();
      proxy.inject({ fault, path: /manifests/, times: 1000 });
      const controller = new AbortController();
      const retryPolicy = { retries: 1_000_000, initialDelayMs: 100, maxDelayMs: 100, maxRetryAfterMs: 100 };
      const client = clients.make({ signal: controller.signal, retryPolicy });
      setTimeout(() => controller.abort(new Error('enough')), 50);
      expect(await failureOf(client.manifest(at('a')))).to.equal('Error enough');
    }
  });
});
