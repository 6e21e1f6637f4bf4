import { expect } from 'chai';
import type { Builder } from '../../../../src/core/api/kpack/builder.ts';
import type { Buildpack } from '../../../../src/core/api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../../../src/core/api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../../../src/core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../../../src/core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../../../src/core/api/kpack/cluster-store.ts';
import { builderController } from '../../../../src/controller/builders/builder-controller.ts';
import { BUILDERS } from '../../../../src/controller/builders/builder-kinds.ts';
import { resourceController } from '../../../../src/controller/buildpack-resources/resource-controller.ts';
import { BUILDPACKS } from '../../../../src/controller/buildpack-resources/resource-kinds.ts';
import { startController, type Controller } from '../../../../src/controller/kit/start-controller.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import { someBuilder, someBuildpack, someStack } from '../../core/builders/some-world.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { cachedObjects, statusWriter } from './cached-objects.ts';

const METRICS = {
  controller: { started: () => undefined, ended: () => undefined },
  queue: { depth: () => undefined, waited: () => undefined },
};
const MINUTE = 60_000;

/** Some registries put a request id into each message, so that no two statuses are equal. */
describe('controllers and a registry whose error messages always differ', () => {
  let clock: VirtualClock;
  let stop: AbortController;
  let running: Promise<unknown>;
  let asked: number;
  let code: RegistryErrorCode;

  beforeEach(() => {
    clock = new VirtualClock();
    stop = new AbortController();
    asked = 0;
  });
  afterEach(async () => {
    stop.abort();
    await clock.advance(100_000);
    await running;
  });

  const fail = async (): Promise<never> => {
    asked += 1;
    throw new RegistryError(code, { registry: '', image: 'java' }, `no; request ${asked}`);
  };
  const options = {
    access: { facts: fail, client: fail, signingSecrets: fail, signingKey: fail },
    workers: 4,
    now: () => Date.UTC(2026, 0, 1) + clock.elapsed(),
    random: () => 0.5,
  };
  const run = async (controller: Controller): Promise<void> => {
    running = startController(controller, { clock, drainTimeoutMs: 0, metrics: () => METRICS }, stop.signal);
    await clock.advance(0);
  };
  const builderWorld = () => {
    const builder = someBuilder('team', [{ group: [{ image: 'registry.example.com/java' }] }]) as Builder;
    const objects = cachedObjects<Builder>();
    const resources = {
      buildpacks: cachedObjects<Buildpack>(),
      clusterBuildpacks: cachedObjects<ClusterBuildpack>(),
      clusterStores: cachedObjects<ClusterStore>(),
      clusterStacks: cachedObjects<ClusterStack>(),
      clusterLifecycles: cachedObjects<ClusterLifecycle>(),
    };
    const client = statusWriter(objects);
    const controller = builderController({
      ...options,
      resource: BUILDERS.resource,
      cache: objects,
      resources,
      client,
      maximumPlatformApi: '0.11',
      signatureFormat: 'both',
    });
    return {
      controller,
      resources,
      patches: client.patches,
      put: (change: object) => objects.put({ ...builder, metadata: { ...builder.metadata, generation: 1 }, ...change }),
      message: () => objects.get(builder).status?.conditions?.find(({ type }) => type === 'UpToDate')?.message,
    };
  };
  const resourceWorld = () => {
    const buildpack = someBuildpack('java', 'team');
    const cache = cachedObjects<Buildpack>();
    const client = statusWriter(cache);
    return {
      controller: resourceController({ ...options, kind: BUILDPACKS, cache, client }),
      patches: client.patches,
      put: (change: object) =>
        cache.put({ ...buildpack, metadata: { ...buildpack.metadata, generation: 1 }, ...change }),
      message: () => cache.get(buildpack).status?.conditions?.[0]?.message,
    };
  };

  for (const [what, world] of [
    ['builders', builderWorld],
    ['buildpack resources', resourceWorld],
  ] as const) {
    it(`retry every five minutes after a refusal: ${what}`, async () => {
      code = 'DENIED';
      const { controller, put, patches, message } = world();
      await run(controller);
      put({});
      await clock.advance(4 * MINUTE);
      expect(asked).to.equal(1);
      expect(patches).to.have.length(1);
      await clock.advance(16 * MINUTE);
      expect(asked).to.equal(5);
      expect(patches).to.have.length(5);
      expect(message()).to.equal('java: no; request 5');
    });

    it(`retry with a growing backoff after a failure: ${what}`, async () => {
      code = 'UNAVAILABLE';
      const { controller, put, patches } = world();
      await run(controller);
      put({});
      await clock.advance(60 * MINUTE);
      expect(asked).to.be.within(5, 20);
      expect(patches).to.have.length(asked);
    });

    it(`restore an emptied status without a request to the registry: ${what}`, async () => {
      code = 'UNAVAILABLE';
      const { controller, put, message } = world();
      await run(controller);
      put({});
      await clock.advance(MINUTE);
      const [before, said] = [asked, message()];
      put({ status: {} });
      await clock.advance(0);
      expect(message()).to.equal(said);
      expect(asked).to.equal(before);
    });

    it(`ask again at once when more than the status changes: ${what}`, async () => {
      code = 'UNAVAILABLE';
      const { controller, put } = world();
      await run(controller);
      put({});
      await clock.advance(MINUTE);
      const before = asked;
      put({ metadata: { name: what === 'buildpack resources' ? 'java' : 'base', namespace: 'team', generation: 2 } });
      await clock.advance(0);
      expect(asked).to.equal(before + 1);
    });
  }

  it('ask again at once when a resource of a builder changes', async () => {
    code = 'DENIED';
    const { controller, resources, put } = builderWorld();
    await run(controller);
    put({});
    await clock.advance(MINUTE);
    resources.clusterStacks.put(someStack());
    await clock.advance(0);
    expect(asked).to.equal(2);
  });
});
