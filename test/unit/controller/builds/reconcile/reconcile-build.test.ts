import { expect } from 'chai';
import { InvalidImageError } from '../../../../../src/core/inspection/invalid-image-error.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../../support/json-field.ts';
import { contentName } from '../../../../../src/core/model/names.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { RegistryError } from '../../../../../src/clients/registry/client/registry-error.ts';
import { fakeWorld, NOW, type FakeWorld } from './fake-world.ts';
import { completedPod, DIGEST, podAfter } from './pod-statuses.ts';

const NEW_ACCOUNT = `create serviceaccounts ${contentName('shop-taskpack-', 'build-uid')}`;
const STARTED = ['patch builds shop', NEW_ACCOUNT, 'create pods shop-build-pod', 'patch builds shop'];
const CREATE = 'create pods shop-build-pod';
const UNREACHABLE = new RegistryError('UNAVAILABLE', { registry: 'r', image: 'i' }, 'the registry fails');

interface Row {
  readonly of: string;
  readonly world: () => FakeWorld;
  readonly writes: readonly string[];
  /** The Succeeded condition. */
  readonly condition: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
}

function pod(fields: Readonly<Record<string, unknown>>): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shop-build-pod', ...fields } } as KubeObject;
}

const ACCOUNT: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };

function ownedBy(uid: string): Readonly<Record<string, unknown>> {
  return { ownerReferences: [{ kind: 'Build', name: 'shop', uid, controller: true }] };
}

function failing(code: 'INVALID' | 'REFUSED' | 'FORBIDDEN', status: number, sentence: string): FakeWorld {
  const world = fakeWorld();
  world.cluster.failNext(CREATE, new KubeError(code, CREATE, sentence, { status }));
  return world;
}

function withRegistry(facts: () => Promise<never>): FakeWorld {
  const world = fakeWorld();
  world.registry.facts = facts;
  return world;
}

const ROWS: readonly Row[] = [
  {
    of: 'a new Build',
    world: fakeWorld,
    writes: STARTED,
    condition: { status: 'Unknown' },
    events: ['Started'],
  },
  {
    of: 'a Build whose Pod was created by a process that died',
    world: () => {
      const world = fakeWorld();
      world.cluster.put('pods', pod(ownedBy('build-uid')));
      return world;
    },
    writes: ['patch builds shop'],
    condition: { status: 'Unknown' },
    events: [],
  },
  {
    of: 'a Build with the name of a Pod that no Build owns',
    world: () => {
      const world = fakeWorld();
      world.cluster.put('pods', pod({}));
      return world;
    },
    writes: ['patch builds shop', NEW_ACCOUNT, 'patch builds shop'],
    condition: {
      status: 'False',
      reason: 'WorkloadRejected',
    },
    events: ['Failed'],
  },
  {
    of: 'a Build that kpack refuses',
    world: () => fakeWorld({}, { tags: [] }),
    writes: ['patch builds shop', 'patch builds shop'],
    condition: { status: 'False', reason: 'BuildRefused' },
    events: ['Failed'],
  },
  {
    of: 'an invalid Pod',
    world: () => failing('INVALID', 422, 'spec.x: Invalid value'),
    writes: ['patch builds shop', NEW_ACCOUNT, 'patch builds shop'],
    condition: { status: 'False', reason: 'WorkloadRejected' },
    events: ['Failed'],
  },
  {
    of: 'a Pod that a webhook denies',
    world: () => failing('REFUSED', 400, 'admission webhook "x" denied the request: no'),
    writes: ['patch builds shop', NEW_ACCOUNT, 'patch builds shop'],
    condition: { status: 'False', reason: 'WorkloadRejected' },
    events: ['Failed'],
  },
  {
    of: 'an image that is not a builder',
    world: () => withRegistry(async () => Promise.reject(new InvalidImageError('i', ['no label']))),
    writes: ['patch builds shop', 'patch builds shop'],
    condition: { status: 'False', reason: 'BuildRefused' },
    events: ['Failed'],
  },
  {
    of: 'a missing ServiceAccount',
    world: () => {
      const world = fakeWorld();
      world.cluster.remove('serviceaccounts', 'default');
      return world;
    },
    writes: ['patch builds shop', 'patch builds shop'],
    condition: { status: 'Unknown', reason: 'ReferenceNotFound' },
    events: [],
  },
];

const PASSING: readonly (readonly [string, () => FakeWorld])[] = [
  ['a quota that is used up', () => failing('FORBIDDEN', 403, 'pods "x" is forbidden: exceeded quota: q')],
  ['a role that is not given', () => failing('FORBIDDEN', 403, 'User "x" cannot create resource "pods"')],
  ['a namespace that goes', () => failing('FORBIDDEN', 403, 'because it is being terminated')],
  ['a registry that fails', () => withRegistry(async () => Promise.reject(UNREACHABLE))],
  [
    'the Pod of an older Build of that name',
    () => {
      const world = fakeWorld();
      world.cluster.put('pods', pod(ownedBy('older')));
      return world;
    },
  ],
];

// Known bug: success-before-completion.
describe('a reconciled Build', () => {
  for (const { of, world: make, writes, condition, events } of ROWS) {
    it(`reaches the same state twice: ${of}`, async () => {
      const world = make();
      await world.reconcile();
      expect(world.cluster.writes).to.deep.equal(writes);
      expect(world.condition()).to.include(condition);
      expect(world.events).to.deep.equal(events);
      await world.reconcile('stale');
      await world.reconcile();
      expect(world.cluster.writes).to.deep.equal(writes);
      expect(world.events).to.deep.equal(events);
    });
  }

  for (const [of, make] of PASSING) {
    it(`continues after ${of}`, async () => {
      const world = make();
      const error = await world.reconcile().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(Error);
      expect(world.condition()).to.include({ status: 'Unknown' });
      expect(world.events).to.deep.equal([]);
    });
  }

  it('waits without a limit for a builder that cannot be read', async () => {
    const world = fakeWorld({}, { builder: { ref: { kind: 'ClusterBuilder', name: 'java' } } });
    world.cluster.complainOfBuilders('the object is invalid: spec.stack: Required');
    world.wait(120_000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'BuilderNotReady' });
    expect(world.condition()?.['message']).to.contain(
      'ClusterBuilder "java" is not ready: the object is invalid: spec.stack',
    );
  });

  it('reports its Pod at once and later progress once a second', async () => {
    const world = fakeWorld();
    await world.reconcile();
    world.podStatus(podAfter(2));
    expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    expect(world.cluster.writes).to.deep.equal(STARTED);
    world.wait(1000);
    await world.reconcile();
    expect(world.status()['stepsCompleted']).to.deep.equal(['prepare', 'analyze']);
    expect(world.cluster.writes).to.have.length(STARTED.length + 1);
  });

  it('succeeds with the built image', async () => {
    const world = fakeWorld();
    await world.reconcile();
    world.podStatus(completedPod());
    expect(await world.reconcile()).to.deep.equal({ kind: 'done' });
    expect(world.condition()).to.include({ status: 'True', reason: 'Completed' });
    expect(world.status()['latestImage']).to.equal(`registry.example.com/app@${DIGEST}`);
    expect(world.events).to.deep.equal(['Started', 'Succeeded']);
  });

  it('fails without an outcome', async () => {
    const world = fakeWorld();
    await world.reconcile();
    world.podStatus(completedPod('nothing'));
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False' });
  });

  it('waits five minutes for the labels of its image, and then succeeds without them', async () => {
    const world = fakeWorld();
    world.registry.labels = async () => Promise.reject(UNREACHABLE);
    await world.reconcile();
    world.podStatus(completedPod());
    const failure = async (): Promise<unknown> => world.reconcile().catch((error: unknown) => error);
    expect(await failure()).to.equal(UNREACHABLE);
    world.setClock(3_600_000);
    world.wait(299_000);
    expect(await failure()).to.equal(UNREACHABLE);
    expect(world.condition()).to.include({ status: 'Unknown' });
    world.setClock(-7_200_000);
    world.wait(1_000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'True' });
    expect(world.events).to.deep.equal(['Started', 'MetadataUnknown', 'Succeeded']);
  });

  // A registry in a mesh that requires mTLS has a certificate of the mesh's own authority.
  for (const code of ['DENIED', 'TLS'] as const)
    it(`waits 15 seconds for labels if a registry answers ${code}, and then succeeds without them`, async () => {
      const refusal = new RegistryError(code, { registry: 'r', image: 'i' }, 'only some may read');
      const world = fakeWorld();
      world.registry.labels = async () => Promise.reject(refusal);
      await world.reconcile();
      world.podStatus(completedPod());
      const failure = async (): Promise<unknown> => world.reconcile().catch((error: unknown) => error);
      expect(await failure()).to.equal(refusal);
      world.wait(14_000);
      expect(await failure()).to.equal(refusal);
      world.wait(1_000);
      await world.reconcile();
      expect(world.condition()).to.include({ status: 'True' });
      expect(world.events).to.deep.equal(['Started', 'MetadataUnknown', 'Succeeded']);
    });

  it('fails if the API server does not have its Pod either', async () => {
    const world = fakeWorld();
    const { afterMs } = (await world.reconcile()) as { readonly afterMs: number };
    world.cluster.remove('pods', 'shop-build-pod');
    world.wait(afterMs);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadDeleted' });
    expect(world.cluster.writes.filter((write) => write === CREATE)).to.have.length(1);
  });

  const DENIED = new KubeError('REFUSED', CREATE, 'admission webhook "x" denied the request: no', { status: 400 });
  const ENDS: readonly (readonly [string, (world: FakeWorld) => void])[] = [
    ['it is cancelled', (world) => annotate(world, { 'taskpack.dev/cancel': '' })],
    ['its account has gone', (world) => world.cluster.remove('serviceaccounts', 'default')],
    ['another Pod is denied', (world) => world.cluster.failNext(CREATE, DENIED, 'before all else')],
  ];
  for (const [when, happens] of ENDS) {
    it(`finds its Pod if the response was lost and the cache lags, when ${when}`, async () => {
      const world = fakeWorld();
      world.cluster.loseNext(CREATE);
      await world.reconcile().catch(() => undefined);
      expect(world.cluster.get('pods', 'shop-build-pod')).not.to.equal(undefined);
      happens(world);
      await world.reconcile('but for Pods');
      world.wait(60_000);
      await world.reconcile('but for Pods');
      const isThere = world.cluster.get('pods', 'shop-build-pod') !== undefined;
      expect(world.condition()).to.include({ status: isThere ? 'Unknown' : 'False' });
    });
  }

  it('looks for a missing ServiceAccount with growing delays for one minute', async () => {
    const world = fakeWorld();
    world.cluster.remove('serviceaccounts', 'default');
    world.wait(3_600_000);
    const waits: number[] = [];
    for (let again = await world.reconcile(); again.kind === 'requeue'; again = await world.reconcile()) {
      waits.push(again.afterMs / 1000);
      world.wait(again.afterMs);
    }
    expect(waits).to.deep.equal([2, 2, 4, 8, 16, 28]);
    expect(world.condition()).to.include({ status: 'False', reason: 'BuildRefused' });
  });

  it('reads no Secret of a ServiceAccount that lists more than 500, and fails after a minute', async () => {
    const world = fakeWorld();
    const secrets = Array.from({ length: 501 }, (_, place) => ({ name: `s${place}` }));
    world.cluster.put('serviceaccounts', { ...ACCOUNT, secrets });
    for (let again = await world.reconcile(); again.kind === 'requeue'; again = await world.reconcile()) {
      expect(world.condition()?.['message']).to.include('lists 501 Secrets, and taskpack reads at most 500');
      world.wait(again.afterMs);
    }
    expect(world.condition()).to.include({ status: 'False', reason: 'BuildRefused' });
    expect(world.cluster.requests.filter((request) => request.startsWith('get secrets'))).to.deep.equal([]);
  });

  for (const hours of [1, -1]) {
    it(`continues when the wall clock is set by ${hours} h`, async () => {
      const world = fakeWorld({}, { activeDeadlineSeconds: 60 });
      world.cluster.remove('serviceaccounts', 'default');
      await world.reconcile();
      world.setClock(hours * 3_600_000);
      expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 2000 });
      world.cluster.put('serviceaccounts', ACCOUNT);
      await world.reconcile();
      world.podStatus({ ...podAfter(0), startTime: new Date(NOW).toISOString() });
      await world.reconcile();
      world.setClock(hours * 3_600_000);
      world.wait(1000);
      await world.reconcile();
      expect(world.condition()).to.include({ status: 'Unknown' });
      expect(world.cluster.writes.filter((write) => write === 'patch pods shop-build-pod')).to.deep.equal([]);
      world.wait(600_000);
      await world.reconcile();
      expect(world.cluster.writes).to.include('patch pods shop-build-pod');
    });
  }

  it('is reconciled again while the cache has not seen its Pod', async () => {
    const world = fakeWorld();
    world.cluster.loseNext(CREATE);
    await world.reconcile().catch(() => undefined);
    world.podStatus(podAfter(2));
    expect(await world.reconcile('but for Pods')).to.deep.equal({ kind: 'requeue', afterMs: 10_000 });
  });

  it('has its whole environment even if the cache omits it', async () => {
    const world = fakeWorld({}, { env: [{ name: 'LONG', value: 'x'.repeat(70_000) }] });
    await world.reconcile();
    const written = ['pods', 'configmaps'].flatMap((plural) => world.cluster.all(plural));
    expect(JSON.stringify(written)).to.contain('x'.repeat(70_000));
  });

  const GATED = { injectedSidecars: 'true' } as const;
  const CHANGES: readonly (readonly [string, () => FakeWorld, (world: FakeWorld) => void])[] = [
    ['begin', () => fakeWorld(GATED), () => undefined],
    ['be stopped', fakeWorld, (world) => annotate(world, { 'taskpack.dev/cancel': '' })],
  ];
  for (const [what, make, happens] of CHANGES) {
    it(`is reconciled again soon if the Pod that is to ${what} was replaced`, async () => {
      const world = make();
      const { cluster } = world;
      await world.reconcile();
      const its = cluster.get('pods', 'shop-build-pod');
      if (its === undefined) throw new Error('there is no Pod');
      const metadata = { ...its.metadata, annotations: {} };
      cluster.put('pods', { ...its, metadata, spec: { ...objectAt(its, 'spec'), nodeName: 'here' } });
      happens(world);
      cluster.fillCaches();
      cluster.put('pods', { ...its, metadata: { ...its.metadata, uid: 'of-another' } });
      expect(await world.reconcile('stale')).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    });
  }

  it('recreates a Pod without a waiter only once', async () => {
    const world = fakeWorld({ injectedSidecars: 'true' });
    await world.reconcile();
    const first = world.cluster.get('pods', 'shop-build-pod')?.metadata['uid'];
    const never = { terminated: { exitCode: 128, reason: 'StartError' } };
    const others = ['analyze', 'detect', 'restore', 'build', 'export', 'completion'];
    const statuses = [
      { name: 'prepare', state: { terminated: { exitCode: 137 } } },
      ...others.map((name) => ({ name, state: never })),
    ];
    const startTime = new Date(NOW).toISOString();
    world.podStatus({ phase: 'Failed', startTime, containerStatuses: statuses });
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')).to.equal(undefined);
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')?.metadata['uid']).not.to.equal(first);
    expect(world.events).to.deep.equal(['Started', 'Recreating', 'Started']);
    world.podStatus({ phase: 'Failed', startTime, containerStatuses: statuses });
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False' });
  });
});

function annotate({ cluster }: FakeWorld, annotations: Readonly<Record<string, string>>): void {
  const build = cluster.get('builds', 'shop');
  if (build === undefined) throw new Error('there is no Build');
  cluster.put('builds', { ...build, metadata: { ...build.metadata, annotations } });
}
