import { expect } from 'chai';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { builderController } from '../../../../src/controller/builders/builder-controller.ts';
import { BUILDERS, CLUSTER_BUILDERS, type AnyBuilder } from '../../../../src/controller/builders/builder-kinds.ts';
import type { Controller } from '../../../../src/controller/kit/start-controller.ts';
import { canonicalName } from '../../../../src/core/model/image-reference.ts';
import type { Account } from '../../../../src/controller/registry-access/account.ts';
import { WorkPending } from '../../../../src/core/runtime/work-pending.ts';
import type { RepositoryAccounts } from '../../../../src/controller/registry-access/registry-access.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import type { RegistryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import {
  digestOf,
  someBuilder,
  someBuildpack,
  someClusterBuilder,
  someLifecycle,
  someResolved,
  someStack,
  someStackStatus,
  someStore,
} from '../../core/builders/some-world.ts';
import { cachedObjects, statusWriter, type CachedObjects } from '../kit/cached-objects.ts';
import { offering, READY, someResources } from './some-resources.ts';

const HOUR = 3_600_000;
/** The Secrets of the account are read again after an hour. */
const PUBLISHED: Outcome = { kind: 'requeue', afterMs: HOUR };
const BY_NAME = [{ group: [{ kind: 'Buildpack', name: 'java' }] }];

describe('the controller of a kind of builders', () => {
  let time: number;
  let asked: string[];
  let failing: RegistryErrorCode | undefined;
  let registryAnswers: () => Promise<void>;
  let opened: { readonly account: Account | undefined; readonly readers: RepositoryAccounts | undefined }[];
  let resources: ReturnType<typeof someResources>;
  let builders: CachedObjects<AnyBuilder>;
  let client: ReturnType<typeof statusWriter<AnyBuilder>>;
  let controller: Controller;
  let enqueued: string[];
  let events: string[];

  const facts = async (image: string, account: Account | undefined): Promise<ImageFacts> => {
    asked.push(`facts ${image} as ${account?.namespace}/${account?.serviceAccount}`);
    if (failing !== undefined) throw new RegistryError(failing, { registry: '', image }, 'no');
    const buildpacks = [{ ...someResolved('node', '1.0.0', '7'), mediaType: 'a/b' }];
    return { apiVersion: 'taskpack.dev/v1alpha1', kind: 'ImageFacts', image, digest: digestOf('8'), buildpacks };
  };
  /** A registry that has the run image and the builder already. */
  const registry = {
    resolve: async (reference: Parameters<RegistryClient['resolve']>[0]) => {
      asked.push(`resolve ${canonicalName(reference)}`);
      await registryAnswers();
      if (failing !== undefined) throw new RegistryError(failing, { registry: '', image: 'builder' }, 'no');
      const isRunImage = reference.tag?.endsWith('-run-image') ?? false;
      return { digest: isRunImage ? digestOf('1') : digestOf('0'), mediaType: '', size: 0 };
    },
    manifest: async () =>
      Promise.reject(new RegistryError(failing ?? 'NOT_FOUND', { registry: '', image: 'builder' }, 'no')),
    hasBlob: async () => true,
    copyBlob: async () => 'present',
    pushManifest: async () => {
      asked.push('push');
      return '';
    },
  } as unknown as RegistryClient;

  const start = (builder: AnyBuilder): void => {
    builders = cachedObjects<AnyBuilder>({ ...builder, metadata: { ...builder.metadata, generation: 1 } });
    client = statusWriter(builders);
    controller = builderController({
      resource: (builder.kind === 'Builder' ? BUILDERS : CLUSTER_BUILDERS).resource,
      cache: builders,
      resources,
      client,
      access: {
        facts,
        client: async (account, readers) => {
          opened.push({ account, readers });
          return registry;
        },
        signingSecrets: async () => [],
        signingKey: async () => Promise.reject(new Error('no account has a key')),
      },
      maximumPlatformApi: '0.11',
      signatureFormat: 'both',
      workers: 1,
      now: () => time,
      random: () => 0.5,
      recordEvent: ({ regarding, type, reason, note }) =>
        void events.push(`${regarding.kind} ${regarding.metadata.name}: ${type} ${reason} ${note}`),
    });
  };
  const reconcile = async (): Promise<Outcome> => {
    const [[key] = ['']] = [...builders.store.entries()];
    return controller.reconcile(key, new AbortController().signal);
  };
  const ofImages = () => asked.filter((request) => request.startsWith('facts'));
  const status = () => builders.store.list()[0]?.status;
  const conditions = (): readonly string[] =>
    (status()?.conditions ?? []).map(({ type, status: is, reason, message }) =>
      [`${type}=${is}`, reason, message].filter((text) => text !== undefined).join(' '),
    );
  beforeEach(() => {
    time = Date.UTC(2026, 0, 1);
    asked = [];
    opened = [];
    enqueued = [];
    events = [];
    failing = undefined;
    registryAnswers = async () => undefined;
    resources = someResources();
    start(someBuilder('team', BY_NAME));
  });

  it('publishes the image and writes the status, and does neither in the second reconcile', async () => {
    expect(await reconcile()).to.deep.equal(PUBLISHED);
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
    const { latestImage = '', ...rest } = status() ?? {};
    expect(latestImage).to.match(/^registry\.example\.com\/builder:1@sha256:[0-9a-f]{64}$/);
    expect(rest).to.deep.include({
      observedGeneration: 1,
      observedStackGeneration: 4,
      os: 'linux',
      order: [{ group: [{ id: 'java', version: '1.0.0' }] }],
      builderMetadata: [{ id: 'java', version: '1.0.0' }],
      stack: { id: 'tiny', runImage: `registry.example.com/builder:1-run-image@${digestOf('1')}` },
    });
    const before = asked.length;
    expect(await reconcile()).to.deep.equal(PUBLISHED);
    expect(asked).to.have.length(before);
    expect(client.patches).to.have.length(1);
  });

  it('leaves workers to other namespaces while pushes of one namespace hang', async () => {
    const hanging: (() => void)[] = [];
    registryAnswers = async () => new Promise((resolve) => void hanging.push(resolve));
    const builder = someBuilder('team', BY_NAME);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) builders.put({ ...builder, metadata: { ...builder.metadata, name } });
    const { signal } = new AbortController();
    const running = names.slice(0, 4).map(async (name) => controller.reconcile(`team/${name}`, signal));
    expect(await controller.reconcile('team/e', signal).catch((error: unknown) => error)).to.be.instanceOf(WorkPending);
    expect(hanging).to.have.length(4);
    registryAnswers = async () => undefined;
    hanging.forEach((answer) => answer());
    expect(await Promise.all(running)).to.deep.equal(Array.from({ length: 4 }, () => PUBLISHED));
    expect(await controller.reconcile('team/e', signal)).to.deep.equal(PUBLISHED);
  });

  it('reports why a builder is unreadable, and keeps its image', async () => {
    const before = { latestImage: 'registry.example.com/builder@sha256:1' };
    const metadata = { name: 'builder', namespace: 'team', generation: 2 };
    const object = { apiVersion: 'kpack.io/v1alpha2', kind: 'Builder', metadata, spec: 1, status: before };
    builders.putUnreadable({ object, message: 'the object is invalid: spec: Expected object' });
    await controller.reconcile('team/builder', new AbortController().signal);
    const [patch] = client.patches;
    expect(patch?.['status']).to.deep.include({ observedGeneration: 2 });
    expect(JSON.stringify(patch)).to.contain('"status":"False"').and.to.contain('the object is invalid');
    expect(JSON.stringify(patch)).not.to.contain('latestImage');
    expect(asked).to.deep.equal([]);
  });

  it('sends no request after a restart', async () => {
    await reconcile();
    const before = asked.length;
    start(builders.store.list()[0] as AnyBuilder);
    await reconcile();
    expect(asked).to.have.length(before);
    expect(client.patches).to.deep.equal([]);
  });

  it('publishes with its own account, and reads each base image with the account of its resource', async () => {
    await reconcile();
    expect(opened).to.deep.equal([
      {
        account: { namespace: 'team', serviceAccount: 'default' },
        readers: new Map([
          ['registry.example.com/build', { namespace: 'stacks', serviceAccount: 'puller' }],
          ['registry.example.com/run', { namespace: 'stacks', serviceAccount: 'puller' }],
          ['registry.example.com/java', { namespace: 'team', serviceAccount: 'default' }],
        ]),
      },
    ]);
  });

  it("uses only the builder's account for the repository of the builder", async () => {
    start(someBuilder('team', BY_NAME, { tag: 'registry.example.com/build:builder' }));
    await reconcile();
    expect(opened[0]?.readers?.has('registry.example.com/build')).to.equal(false);
  });

  it('pushes to a new tag even if the digest stays the same', async () => {
    await reconcile();
    const [builder] = builders.store.list();
    if (builder?.kind !== 'Builder') throw new Error('it is a Builder');
    builders.put({ ...builder, spec: { ...builder.spec, tag: 'registry.example.com/builder:2' } });
    await reconcile();
    expect(status()?.latestImage).to.match(/:2@sha256:/);
    expect(opened).to.have.length(2);
  });

  describe("reports in kpack's words what is missing", () => {
    const missing: Readonly<Record<string, readonly [() => void, string, string?]>> = {
      'a store': [
        () => start(someBuilder('team', BY_NAME, { store: { kind: 'ClusterStore', name: 'none' } })),
        'clusterstore.kpack.io "none" not found',
      ],
      'a stack': [() => resources.clusterStacks.remove(someStack()), 'clusterstack.kpack.io "tiny" not found'],
      'a stack that is not ready': [
        () => resources.clusterStacks.put(someStack({ conditions: [{ type: 'Ready', status: 'False' }] })),
        "Error: clusterstack 'tiny' is not ready",
        'stack tiny is not ready',
      ],
      'a stack without a status': [
        () => resources.clusterStacks.put(someStack()),
        "Error: clusterstack 'tiny' is not ready",
        'stack tiny is not ready',
      ],
      'a lifecycle': [
        () => resources.clusterLifecycles.remove(someLifecycle()),
        'clusterlifecycle.kpack.io "default-lifecycle" not found',
      ],
      'a lifecycle that is not ready': [
        () => resources.clusterLifecycles.put(someLifecycle({ conditions: [{ type: 'Ready', status: 'False' }] })),
        "Error: clusterlifecycle 'default-lifecycle' is not ready",
      ],
      'a Buildpack': [
        () => resources.buildpacks.remove(someBuildpack('java', 'team')),
        "no buildpack with name 'java'",
        // A ClusterBuilder sees no Buildpacks.
        "no buildpack with name 'java'",
      ],
    };
    for (const [what, [take, message, ofCluster = message]] of Object.entries(missing)) {
      it(what, async () => {
        take();
        expect(await reconcile()).to.deep.equal({ kind: 'done' });
        expect(conditions()).to.deep.equal(failed(message));
        const [builder] = builders.store.list();
        if (builder?.kind !== 'Builder') throw new Error('it is a Builder');
        start(someClusterBuilder(BY_NAME, builder.spec.store && { store: builder.spec.store }));
        await reconcile();
        expect(conditions()).to.deep.equal(failed(ofCluster));
        expect(asked).to.deep.equal([]);
      });
    }
  });

  it('uses the stack that was read before a registry failed', async () => {
    resources.clusterStacks.put(someStack({ ...someStackStatus(), conditions: [{ type: 'Ready', status: 'False' }] }));
    await reconcile();
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
  });

  it('keeps its image if a later reconcile fails', async () => {
    await reconcile();
    const { latestImage } = status() ?? {};
    resources.clusterStacks.remove(someStack());
    await reconcile();
    expect(conditions()).to.deep.equal([
      'Ready=True',
      'UpToDate=False ReconcileFailed clusterstack.kpack.io "tiny" not found',
    ]);
    expect(status()?.latestImage).to.equal(latestImage);
  });

  it('records an Event for each changed condition and each published image', async () => {
    resources.clusterStacks.remove(someStack());
    await reconcile();
    resources.clusterStacks.put(someResources().clusterStacks.get(someStack()));
    await reconcile();
    const { latestImage: first } = status() ?? {};
    resources.buildpacks.put(someBuildpack('java', 'team', offering('java', '1.1.0')));
    await reconcile();
    await reconcile();
    expect(events).to.deep.equal([
      'Builder base: Warning NoLatestImage Builder has no latestImage: clusterstack.kpack.io "tiny" not found',
      'Builder base: Normal Ready Ready is now true',
      'Builder base: Normal UpToDate UpToDate is now true',
      `Builder base: Normal Published ${first}`,
      `Builder base: Normal Published ${status()?.latestImage}`,
    ]);
  });

  for (const [title, isPublished, reasons] of [
    ['one Warning for two conditions whose notes differ', false, ['Warning NoLatestImage']],
    ['a Warning for one condition', true, ['Warning ReconcileFailed']],
  ] as const) {
    it(`records ${title}, and none for a later failure`, async () => {
      if (isPublished) await reconcile();
      events = [];
      resources.clusterStacks.remove(someStack());
      await reconcile();
      resources.clusterLifecycles.remove(someLifecycle());
      await reconcile();
      expect(events.map((event) => event.split(' ').slice(2, 4).join(' '))).to.deep.equal(reasons);
    });
  }

  for (const [what, unread] of [
    ['stack', () => resources.clusterStacks.put(someStack())],
    ['lifecycle', () => resources.clusterLifecycles.put(someLifecycle({}))],
  ] as const) {
    it(`records no Warning while its ${what} has not been read yet`, async () => {
      unread();
      await reconcile();
      expect(conditions()[0]).to.match(/^Ready=False NoLatestImage Builder has no latestImage: .* is not ready$/);
      resources.clusterStacks.put(someResources().clusterStacks.get(someStack()));
      resources.clusterLifecycles.put(someLifecycle());
      await reconcile();
      expect(events.filter((event) => event.includes('Warning'))).to.deep.equal([]);
      expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
    });
  }

  it('waits for resources whose images have not been read, and is enqueued when they have been', async () => {
    const { status: _, ...unseen } = someBuildpack('java', 'team');
    resources.buildpacks.put(unseen);
    await controller.watch((key) => void enqueued.push(key));
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 30_000 });
    expect(client.patches).to.deep.equal([]);
    resources.buildpacks.put(someResources().buildpacks.get(unseen));
    expect(enqueued).to.deep.equal(['team/base']);
    await reconcile();
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
  });

  it('waits until a status that kpack wrote is complete', async () => {
    const { buildImage, ...others } = someStackStatus();
    const { manifest: _, ...image } = buildImage ?? {};
    resources.clusterStacks.put(someStack({ ...others, buildImage: image, conditions: READY }));
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 30_000 });
    expect(client.patches).to.deep.equal([]);
  });

  for (const [code, outcome] of [
    ['UNAVAILABLE', 'failed'],
    ['DENIED', 'requeue'],
  ] as const) {
    it(`reports that a registry does not accept the image: ${code}`, async () => {
      failing = code;
      expect(await reconcile()).to.include({ kind: outcome });
      expect(conditions()).to.deep.equal(failed('builder: no'));
      failing = undefined;
      await reconcile();
      expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
    });
  }

  it('asks for the images that its order names once, and for tags again when they are due', async () => {
    start(someBuilder('team', [{ group: [{ image: 'registry.example.com/node' }] }]));
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    await reconcile();
    expect(ofImages()).to.deep.equal(['facts registry.example.com/node as team/default']);
    time += HOUR;
    failing = 'UNAVAILABLE';
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR / 12 });
    expect(ofImages()).to.have.length(2);
    expect(conditions()).to.deep.equal(['Ready=True', 'UpToDate=True']);
    expect(client.patches).to.have.length(1);
  });

  it('fails if an image of its order cannot be read', async () => {
    start(someBuilder('team', [{ group: [{ image: 'registry.example.com/node' }] }]));
    failing = 'NOT_FOUND';
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR / 12 });
    expect(conditions()).to.deep.equal(failed('registry.example.com/node: no'));
  });

  it('enqueues a builder only for changes that affect it', async () => {
    await reconcile();
    await controller.watch((key) => void enqueued.push(key));
    resources.buildpacks.put(someBuildpack('other', 'team', offering('other')));
    resources.buildpacks.put(someBuildpack('java', 'elsewhere', offering('java')));
    resources.clusterStores.put(someStore({ conditions: READY }));
    expect(enqueued).to.deep.equal([]);
    resources.buildpacks.put(someBuildpack('java', 'team', offering('java', '1.1.0')));
    expect(enqueued).to.deep.equal(['team/base']);
  });
});

/** The conditions of a builder that never had an image. */
function failed(message: string): readonly string[] {
  return [
    `Ready=False NoLatestImage Builder has no latestImage: ${message}`,
    `UpToDate=False ReconcileFailed ${message}`,
  ];
}
