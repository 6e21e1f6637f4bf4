import { expect } from 'chai';
import type { Buildpack } from '../../../../src/core/api/kpack/buildpack.ts';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { resourceController } from '../../../../src/controller/buildpack-resources/resource-controller.ts';
import { BUILDPACKS } from '../../../../src/controller/buildpack-resources/resource-kinds.ts';
import type { Controller } from '../../../../src/controller/kit/start-controller.ts';
import { InvalidImageError } from '../../../../src/core/inspection/invalid-image-error.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import { digestOf, someBuildpack } from '../../core/builders/some-world.ts';
import { cachedObjects, statusWriter, type CachedObjects } from '../kit/cached-objects.ts';

const LAYER = { digest: digestOf('1'), size: 100, mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip' };
const IMAGE = 'registry.example.com/java';
const HOUR = 3_600_000;

describe('the controller of a kind of buildpack resources', () => {
  let time: number;
  let answer: () => ImageFacts;
  let asked: string[];
  let cache: CachedObjects<Buildpack>;
  let client: ReturnType<typeof statusWriter<Buildpack>>;
  let controller: Controller;
  let told: string[];

  const start = (object: Buildpack): void => {
    cache = cachedObjects(object);
    client = statusWriter(cache);
    controller = resourceController({
      kind: BUILDPACKS,
      cache,
      client,
      access: {
        facts: async (image, account) => {
          asked.push(`${image} as ${account?.namespace}/${account?.serviceAccount}`);
          return answer();
        },
      },
      workers: 1,
      now: () => time,
      random: () => 0.5,
      recordEvent: ({ regarding, type, reason, note }) =>
        void told.push(`${regarding.kind} ${regarding.metadata.name}: ${type} ${reason} ${note}`),
    });
  };
  const reconcile = async (): Promise<Outcome> => controller.reconcile('team/java', new AbortController().signal);
  const status = () => cache.get(buildpack()).status;
  const ready = (): string => {
    const [condition] = status()?.conditions ?? [];
    return [condition?.status, condition?.message].filter((text) => text !== undefined).join(' ');
  };

  beforeEach(() => {
    time = Date.UTC(2026, 0, 1);
    asked = [];
    told = [];
    answer = () => facts('1.0.0');
    start(buildpack());
  });

  it('reports the invalid fields of an object and keeps the content of its status', async () => {
    const before = { buildpacks: [], conditions: [{ type: 'Ready', status: 'True' }] };
    const metadata = { name: 'java', namespace: 'team', generation: 2 };
    const object = { apiVersion: 'kpack.io/v1alpha2', kind: 'Buildpack', metadata, spec: 1, status: before };
    cache.putUnreadable({ object, message: 'the object is invalid: spec: Expected object' });
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(ready()).to.equal('False the object is invalid: spec: Expected object');
    expect(status()).to.deep.include({ buildpacks: [], observedGeneration: 2 });
    expect(asked).to.deep.equal([]);
  });

  it('writes the content of the image once', async () => {
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(status()).to.deep.equal({
      observedGeneration: 1,
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      buildpacks: [
        { id: 'java', version: '1.0.0', storeImage: { image: IMAGE }, api: '0.10', diffId: digestOf('2'), ...LAYER },
      ],
    });
    time += 1_000;
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR - 1_000 });
    expect(asked).to.deep.equal([`${IMAGE} as team/default`]);
    expect(client.patches).to.have.length(1);
  });

  it('reads a tag again when it is due and writes a changed content', async () => {
    await reconcile();
    time += HOUR;
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(client.patches).to.have.length(1);
    answer = () => facts('1.1.0');
    time += HOUR;
    await reconcile();
    expect(asked).to.have.length(3);
    expect(client.patches).to.have.length(2);
    expect(status()?.buildpacks?.map(({ version }) => version)).to.deep.equal(['1.1.0']);
  });

  it('reads the image again as soon as the spec changes', async () => {
    await reconcile();
    cache.put({ ...cache.get(buildpack()), metadata: { ...buildpack().metadata, generation: 2 } });
    await reconcile();
    expect(asked).to.have.length(2);
    expect(status()?.observedGeneration).to.equal(2);
  });

  it('reads nothing after a restart, and a digest never again', async () => {
    await reconcile();
    start(cache.get(buildpack()));
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR / 2 });
    const { spec, ...others } = cache.get(buildpack());
    start({ ...others, spec: { ...spec, image: `${IMAGE}@${digestOf('3')}` } });
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(asked).to.have.length(1);
    expect(client.patches).to.deep.equal([]);
  });

  it('completes a status that kpack wrote', async () => {
    await reconcile();
    const written = JSON.stringify(status()).replace(`,"mediaType":"${LAYER.mediaType}"`, '');
    start({ ...buildpack(), status: JSON.parse(written) as NonNullable<Buildpack['status']> });
    await reconcile();
    expect(status()?.buildpacks?.[0]?.mediaType).to.equal(LAYER.mediaType);
  });

  const transient: readonly RegistryErrorCode[] = [
    'UNAVAILABLE',
    'RATE_LIMITED',
    'NETWORK',
    'TIMED_OUT',
    'BAD_ANSWER',
    'DIGEST_MISMATCH',
  ];
  for (const code of transient) {
    it(`keeps the content of the status when a registry fails temporarily: ${code}`, async () => {
      await reconcile();
      const before = status();
      answer = fail(code);
      time += HOUR;
      expect(await reconcile()).to.include({ kind: 'failed' });
      expect(ready()).to.equal('False java: no; the controller keeps the previous content and tries again');
      expect(status()?.buildpacks).to.deep.equal(before?.buildpacks);
      await reconcile();
      expect(client.patches).to.have.length(2);
      answer = () => facts('1.0.0');
      expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
      expect(ready()).to.equal('True');
    });
  }

  it('keeps the content of the status when a Secret cannot be read', async () => {
    await reconcile();
    answer = () => {
      throw new KubeError('UNAVAILABLE', 'get secrets team/a', 'it is not there');
    };
    time += HOUR;
    expect(await reconcile()).to.include({ kind: 'failed' });
    expect(status()?.buildpacks).to.have.length(1);
  });

  it('records one Event for each condition that changes', async () => {
    await reconcile();
    time += HOUR;
    answer = fail('NETWORK');
    await reconcile();
    await reconcile();
    answer = () => facts('1.1.0');
    await reconcile();
    time += HOUR;
    answer = () => facts('1.2.0');
    await reconcile();
    expect(told).to.deep.equal([
      'Buildpack java: Normal Ready Ready is now true',
      'Buildpack java: Warning NotReady java: no; the controller keeps the previous content and tries again',
      'Buildpack java: Normal Ready Ready is now true',
    ]);
  });

  const refused: readonly RegistryErrorCode[] = ['UNAUTHORIZED', 'DENIED', 'NOT_FOUND', 'CREDENTIALS'];
  for (const code of refused) {
    it(`removes the content of the status when a registry refuses, and retries after five minutes: ${code}`, async () => {
      await reconcile();
      answer = fail(code);
      time += HOUR;
      expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR / 12 });
      expect(ready()).to.equal('False java: no');
      expect(status()).to.have.keys('conditions', 'observedGeneration');
      await reconcile();
      expect(asked).to.have.length(2);
      time += HOUR / 12;
      await reconcile();
      expect(asked).to.have.length(3);
    });
  }

  it('reports why an image is unusable', async () => {
    answer = () => {
      throw new InvalidImageError(IMAGE, ['its label io.buildpacks.buildpack.layers is no JSON']);
    };
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(ready()).to.equal(`False ${IMAGE}: its label io.buildpacks.buildpack.layers is no JSON`);
    answer = () => ({ ...facts('1.0.0'), buildpacks: [] });
    time += HOUR;
    await reconcile();
    expect(ready()).to.equal(`False image ${IMAGE} has no buildpacks (label io.buildpacks.buildpack.layers)`);
  });

  it('ignores objects that are being deleted or no longer exist', async () => {
    start({ ...buildpack(), metadata: { ...buildpack().metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    cache.remove(buildpack());
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(asked).to.deep.equal([]);
  });

  it('rejects with errors that are not failures of a registry', async () => {
    answer = () => {
      throw new TypeError('a mistake');
    };
    await reconcile().then(
      () => expect.fail('it must reject'),
      (error: unknown) => expect(error).to.be.instanceOf(TypeError),
    );
    expect(client.patches).to.deep.equal([]);
  });
});

function buildpack(): Buildpack {
  const { metadata, ...others } = someBuildpack('java', 'team');
  return { ...others, metadata: { ...metadata, generation: 1 } };
}

function facts(version: string): ImageFacts {
  return {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    image: IMAGE,
    digest: digestOf('3'),
    buildpacks: [{ id: 'java', version, api: '0.10', diffId: digestOf('2'), ...LAYER }],
  };
}

function fail(code: RegistryErrorCode): () => never {
  return () => {
    throw new RegistryError(code, { registry: 'registry.example.com', image: 'java' }, 'no');
  };
}
