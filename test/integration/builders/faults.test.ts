import { expect } from 'chai';
import type { BuilderImage } from '../../../src/builders/image/builder-image.ts';
import { isAt } from '../../../src/builders/publish/is-at.ts';
import { publishBuilder } from '../../../src/builders/publish/publish-builder.ts';
import type { ImageReference } from '../../../src/model/image-reference.ts';
import { DEADLINES } from '../../../src/registry/client/deadline.ts';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { RegistryError } from '../../../src/registry/client/registry-error.ts';
import type { FaultProxy, SeenRequest } from '../../cluster/registry/fault-proxy.ts';
import type { Fault } from '../../cluster/registry/fault.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { testClients } from '../registry/client-fixture.ts';
import { NthRequest } from '../registry/client-nth-request.ts';
import { rejection } from '../registry/rejection.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { goingTo, makeFaultScenes, type FaultScenes } from './fault-scenes.ts';

/** Which of the requests of a builder are broken, one at a time; of two proxies half as many: all would take minutes. */
interface Sample {
  readonly first: number;
  readonly step: number;
}

/** What passes, so that there is nothing to tell. */
const PASSING: readonly (readonly [string, Fault, Sample])[] = [
  ['429', { kind: 'status', status: 429, retryAfter: 3 }, { first: 0, step: 5 }],
  ['500', { kind: 'status', status: 500 }, { first: 0, step: 2 }],
  ['a reset', { kind: 'reset' }, { first: 1, step: 2 }],
  ['an answer cut short', { kind: 'truncated', bytes: 5 }, { first: 0, step: 3 }],
  ['silence', { kind: 'slow', milliseconds: 400 }, { first: 3, step: 10 }],
];

/** What no retry mends, or what a registry says that does not know what it says. */
const LASTING: readonly (readonly [string, Fault & { readonly kind: 'status' }, Sample])[] = [
  ['200', { kind: 'status', status: 200 }, { first: 0, step: 3 }],
  ['400', { kind: 'status', status: 400 }, { first: 1, step: 5 }],
  ['403', { kind: 'status', status: 403 }, { first: 2, step: 5 }],
  ['404', { kind: 'status', status: 404 }, { first: 0, step: 3 }],
];

/**
 * What a client can know: a failure, or what is not what was asked for. That a blob is there, or that a manifest has
 * arrived, it has to believe.
 */
const CODES: Readonly<Record<number, RegExp>> = {
  200: /^(?:BAD_ANSWER|DIGEST_MISMATCH|SIZE_MISMATCH|REFUSED)$/,
  // Who answers plain HTTP so to a first question is taken for a server of TLS.
  400: /^(?:REFUSED|TLS)$/,
  403: /^DENIED$/,
  404: /^NOT_FOUND$/,
};

/** Where a builder goes and what it passes; the registry behind is asked what became of it. */
interface Way {
  readonly proxies: readonly FaultProxy[];
  readonly to: FaultProxy;
  readonly behind: Registry;
}

describe('publishing a builder through proxies that break answers', function () {
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
    const idle = fault?.kind === 'slow' ? 200 : 5000;
    return clients.make({ deadlines: { ...DEADLINES, idle, commit: idle } });
  };

  const ways: Readonly<Record<string, () => Way>> = {
    'within a registry': () => ({ proxies: [scenes.source], to: scenes.source, behind: one() }),
    'from one registry to another': () => ({
      proxies: [scenes.source, scenes.target],
      to: scenes.target,
      behind: other(),
    }),
  };

  /** How many requests each proxy sees when nothing is broken. */
  async function requestsOf({ proxies, to }: Way): Promise<readonly number[]> {
    clear();
    await publishBuilder(goingTo(scenes.image, `${to.address}/new/${(fresh += 1)}:1`), make());
    return proxies.map(({ seen }) => seen.length);
  }

  /** Publishes to a new place with a fault at one request, and answers with the failure if there is one. */
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
      for (let nth = first; nth < requests; nth += step * way.proxies.length) {
        outcomes.push(await publishWith(fault, way, { proxy, nth }));
      }
    }
    return outcomes;
  }

  for (const [name, way] of Object.entries(ways)) {
    for (const [what, fault, sample] of PASSING) {
      it(`${name}: ${what} at any one request is made up for`, async () => {
        const outcomes = await publishWithEach(fault, way(), sample);
        expect(outcomes.filter((failure) => failure !== undefined)).to.deep.equal([]);
        expect(outcomes).not.to.deep.equal([]);
      });
    }

    for (const [what, fault, sample] of LASTING) {
      it(`${name}: ${what} at any one request is an error, or does no harm`, async () => {
        const outcomes = await publishWithEach(fault, way(), sample);
        const failures = outcomes.filter((failure) => failure !== undefined);
        for (const failure of failures) expectClear(failure, CODES[fault.status]);
        expect(failures).not.to.deep.equal([]);
      });
    }
  }

  const impatient = (): RegistryClient => {
    const policy = { retries: 2, firstWait: 100, longestWait: 1000, longestRetryAfter: 60_000 };
    return clients.make({ policy, deadlines: { ...DEADLINES, idle: 100, commit: 100 } });
  };

  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT']) {
    it(`without end at every ${method}: a clear error, and the tag stays where it is`, async () => {
      const { source, image, older } = scenes;
      const kept = { registry: one().address, repository: 'kept', tag: '1' };
      await publishBuilder(goingTo(older, `${source.address}/kept:1`), make());
      // An answer without a body is not cut short.
      for (const [, fault] of PASSING.filter(([, { kind }]) => kind !== 'truncated')) {
        clear();
        source.inject({ fault, method, times: 1000 });
        expectClear(await rejection(publishBuilder(goingTo(image, `${source.address}/kept:1`), impatient())));
        await expectWhole(kept, older, clients.make());
      }
    });
  }

  it('a layer that is cut short without end: a clear error, and no tag', async () => {
    const { source, target, image } = scenes;
    source.inject({ fault: { kind: 'truncated', bytes: 5 }, path: /\/blobs\//, times: 1000 });
    expectClear(await rejection(publishBuilder(goingTo(image, `${target.address}/cut:1`), impatient())));
    await expectNothing({ registry: other().address, repository: 'cut', tag: '1' }, clients.make());
  });
});

/** Whether a request is to move the tag that builders are published to. */
function isOfTag({ method, path }: SeenRequest): boolean {
  return method === 'PUT' && path.endsWith('/manifests/1');
}

function isOfManifest({ method, path }: SeenRequest): boolean {
  return method === 'PUT' && path.includes('/manifests/');
}

/** A sentence that says what failed and where. */
function expectClear(failure: unknown, code = /^(?:RATE_LIMITED|UNAVAILABLE|NETWORK|TIMED_OUT)$/): void {
  expect(failure).to.be.instanceOf(RegistryError);
  const error = failure as RegistryError;
  expect(error.code).to.match(code);
  expect(error.message).to.match(/^127\.0\.0\.1:\d+\/\S+[:@]\S+: .*\b127\.0\.0\.1:\d+\b/);
}

/** The tag has the builder, and the registry all that the builder is made of. */
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
