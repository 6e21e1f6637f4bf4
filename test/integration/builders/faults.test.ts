import { expect } from 'chai';
import type { BuilderImage } from '../../../src/core/builders/image/builder-image.ts';
import { isAt } from '../../../src/controller/builders/copy-image.ts';
import { publishBuilder } from '../../../src/controller/builders/publish-builder-image.ts';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import { REQUEST_TIMEOUTS } from '../../../src/clients/registry/client/transport/transport.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { RegistryError } from '../../../src/clients/registry/client/registry-error.ts';
import type { FaultProxy, SeenRequest } from '../../cluster/registry/fault-proxy.ts';
import type { Fault } from '../../cluster/registry/fault.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { stride } from '../../support/matrix.ts';
import { testClients } from '../registry/client-fixture.ts';
import { NthRequest } from '../registry/client-nth-request.ts';
import { rejection } from '../registry/rejection.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { goingTo, makeFaultScenes, type FaultScenes } from './fault-scenes.ts';

/**
 * The requests of a builder that are broken, one at a time. Two proxies break half as many, because all requests take minutes.
 * Without the whole matrix, a third of the requests is broken.
 */
interface Sample {
  readonly first: number;
  readonly step: number;
}

/** Temporary failures, which a retry fixes and no message reports. */
const PASSING: readonly (readonly [string, Fault, Sample])[] = [
  ['429', { kind: 'status', status: 429, retryAfter: 3 }, { first: 0, step: 5 }],
  ['500', { kind: 'status', status: 500 }, { first: 0, step: 4 }],
  ['a reset', { kind: 'reset' }, { first: 1, step: 4 }],
  ['an answer cut short', { kind: 'truncated', bytes: 5 }, { first: 2, step: 5 }],
  ['silence', { kind: 'slow', milliseconds: 2500 }, { first: 3, step: 10 }],
];

/** Permanent failures and wrong responses. */
const LASTING: readonly (readonly [string, Fault & { readonly kind: 'status' }, Sample])[] = [
  ['200', { kind: 'status', status: 200 }, { first: 0, step: 5 }],
  ['400', { kind: 'status', status: 400 }, { first: 1, step: 5 }],
  ['403', { kind: 'status', status: 403 }, { first: 2, step: 5 }],
  ['404', { kind: 'status', status: 404 }, { first: 1, step: 5 }],
];

/**
 * The error codes by which the client reports a false status. The client detects failures and wrong content. It has to
 * believe a registry that a blob exists or that a manifest has arrived.
 */
const CODES: Readonly<Record<number, RegExp>> = {
  200: /^(?:BAD_ANSWER|DIGEST_MISMATCH|SIZE_MISMATCH|REFUSED)$/,
  // The client takes a server that answers its first request with plain HTTP for a TLS server.
  400: /^(?:REFUSED|TLS)$/,
  403: /^DENIED$/,
  404: /^NOT_FOUND$/,
};

/** The tag of a builder, its proxy, and the registry behind the proxy, which the test inspects. */
interface Way {
  readonly proxies: readonly FaultProxy[];
  readonly to: FaultProxy;
  readonly behind: Registry;
}

describe('publishing a builder through proxies that break responses', function () {
  this.timeout(120_000);
  const one = temporaryRegistry('none');
  const other = temporaryRegistry('none');
  const clients = testClients();
  let scenes: FaultScenes;
  let fresh = 0;

  before(async () => {
    scenes = await makeFaultScenes(one(), other(), clients.make());
  });
  after(async () => {
    await scenes.source.stop();
    await scenes.target.stop();
  });
  beforeEach(() => clear());

  function clear(): void {
    scenes.source.clear();
    scenes.target.clear();
  }

  const make = (fault?: Fault): RegistryClient => {
    const idleMs = fault?.kind === 'slow' ? 1000 : 5000;
    return clients.make({ timeouts: { ...REQUEST_TIMEOUTS, idleMs, commitIdleMs: idleMs } });
  };

  const ways: Readonly<Record<string, () => Way>> = {
    'within a registry': () => ({ proxies: [scenes.source], to: scenes.source, behind: one() }),
    'from one registry to another': () => ({
      proxies: [scenes.source, scenes.target],
      to: scenes.target,
      behind: other(),
    }),
  };

  /** The number of requests that each proxy sees in a run without faults. */
  async function requestsOf({ proxies, to }: Way): Promise<readonly number[]> {
    clear();
    await publishBuilder(goingTo(scenes.image, `${to.address}/new/${(fresh += 1)}:1`), make());
    return proxies.map(({ seen }) => seen.length);
  }

  /** Publishes to a new repository with a fault at one request. Returns the error, if any. */
  async function publishWith(
    fault: Fault,
    { proxies, to, behind }: Way,
    { proxy, nth }: { readonly proxy: number; readonly nth: number },
  ): Promise<unknown> {
    const repository = `new/${(fresh += 1)}`;
    clear();
    proxies[proxy]?.inject({ fault, path: new NthRequest(nth) });
    const failure = await rejection(
      publishBuilder(goingTo(scenes.image, `${to.address}/${repository}:1`), make(fault)),
    );
    const broken = proxies.flatMap(({ seen }) => seen.filter((request) => request.fault !== undefined));
    expect(broken, `request ${nth} of proxy ${proxy}`).to.have.length(1);
    const moving = to.seen.findIndex(isOfTag);
    expect(moving < 0 || to.seen.slice(moving).every(isOfTag), 'the tag moves last').to.equal(true);
    if (fault.kind === 'status' && fault.status === 200 && broken.some(isOfManifest)) return failure;
    const place = { registry: behind.address, repository, tag: '1' };
    if (failure === undefined) await expectWhole(place, scenes.image, clients.make());
    else await expectNothing(place, clients.make());
    return failure;
  }

  /** Publishes once for each request of the sample. */
  async function publishWithEach(fault: Fault, way: Way, { first, step }: Sample): Promise<readonly unknown[]> {
    const outcomes: unknown[] = [];
    for (const [proxy, requests] of (await requestsOf(way)).entries()) {
      expect(requests).to.be.greaterThan(5);
      for (let nth = first; nth < requests; nth += stride(step, 3 * step) * way.proxies.length) {
        outcomes.push(await publishWith(fault, way, { proxy, nth }));
      }
    }
    return outcomes;
  }

  for (const [name, way] of Object.entries(ways)) {
    for (const [what, fault, sample] of PASSING) {
      it(`${name}: a retry fixes ${what} at any one request`, async () => {
        const outcomes = await publishWithEach(fault, way(), sample);
        expect(outcomes.filter((failure) => failure !== undefined)).to.deep.equal([]);
        expect(outcomes).not.to.deep.equal([]);
      });
    }

    for (const [what, fault, sample] of LASTING) {
      it(`${name}: ${what} at any one request causes an error or no harm`, async () => {
        const outcomes = await publishWithEach(fault, way(), sample);
        const failures = outcomes.filter((failure) => failure !== undefined);
        for (const failure of failures) expectClear(failure, CODES[fault.status]);
        expect(failures).not.to.deep.equal([]);
      });
    }
  }

  const impatient = (): RegistryClient => {
    const retryPolicy = { retries: 2, initialDelayMs: 100, maxDelayMs: 1000, maxRetryAfterMs: 60_000 };
    return clients.make({ retryPolicy, timeouts: { ...REQUEST_TIMEOUTS, idleMs: 100, commitIdleMs: 100 } });
  };

  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT']) {
    it(`permanent fault at every ${method}: reports a clear error and does not move the tag`, async () => {
      const { source, image, older } = scenes;
      const kept = { registry: one().address, repository: 'kept', tag: '1' };
      await publishBuilder(goingTo(older, `${source.address}/kept:1`), make());
      // A response without a body cannot be truncated.
      for (const [, fault] of PASSING.filter(([, { kind }]) => kind !== 'truncated')) {
        clear();
        source.inject({ fault, method, times: 1000 });
        expectClear(await rejection(publishBuilder(goingTo(image, `${source.address}/kept:1`), impatient())));
        await expectWhole(kept, older, clients.make());
      }
    });
  }

  it('a layer that is always truncated: reports a clear error and creates no tag', async () => {
    const { source, target, image } = scenes;
    source.inject({ fault: { kind: 'truncated', bytes: 5 }, path: /\/blobs\//, times: 1000 });
    expectClear(await rejection(publishBuilder(goingTo(image, `${target.address}/cut:1`), impatient())));
    await expectNothing({ registry: other().address, repository: 'cut', tag: '1' }, clients.make());
  });
});

/** True if the request moves the tag that builders are published to. */
function isOfTag({ method, path }: SeenRequest): boolean {
  return method === 'PUT' && path.endsWith('/manifests/1');
}

function isOfManifest({ method, path }: SeenRequest): boolean {
  return method === 'PUT' && path.includes('/manifests/');
}

/** Asserts that the error names the failed operation and the cause. */
function expectClear(failure: unknown, code = /^(?:RATE_LIMITED|UNAVAILABLE|NETWORK|TIMED_OUT)$/): void {
  expect(failure).to.be.instanceOf(RegistryError);
  const error = failure as RegistryError;
  expect(error.code).to.match(code);
  expect(error.message).to.match(/^127\.0\.0\.1:\d+\/\S+[:@]\S+: .*\b127\.0\.0\.1:\d+\b/);
}

/** Asserts that the tag points to the builder and that the registry has all blobs of the builder. */
async function expectWhole(place: ImageReference, image: BuilderImage, client: RegistryClient): Promise<void> {
  expect(await isAt(client, place, image.manifest.digest)).to.equal(true);
  const blobs = [...image.baseLayers, ...image.layers].map(({ descriptor }) => descriptor.digest);
  for (const digest of new Set([...blobs, image.config.digest])) {
    expect(await client.hasBlob(place, digest), digest).to.equal(true);
  }
}

async function expectNothing(place: ImageReference, client: RegistryClient): Promise<void> {
  expect(await rejection(client.resolve(place))).to.have.property('code', 'NOT_FOUND');
}
