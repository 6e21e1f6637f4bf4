import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { contentName } from '../../../../../src/core/model/names.ts';
import { objectAt, textAt } from '../../../../support/json-field.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';
import { completedPod } from './pod-statuses.ts';

const LABEL = 'taskpack.dev/workload-identity';
const ISOLATED = contentName('shop-taskpack-', 'build-uid');

/** Before the workload exists. */
const READS = ['get serviceaccounts default', 'get namespaces team', 'get secrets registry', 'get secrets git'];

/** The requests until the workload exists. docs/reference/performance.md has their number. */
const ROWS: readonly (readonly [string, () => FakeWorld, readonly string[]])[] = [
  [
    'a Build of an account with two Secrets',
    () => someWorld(),
    ['patch builds shop', ...READS, `create serviceaccounts ${ISOLATED}`, 'create pods shop-build-pod'],
  ],
  [
    'the same with WORKLOAD_IDENTITY=never',
    () => someWorld({ workloadIdentity: 'never' }),
    [
      'patch builds shop',
      ...READS.filter((request) => !request.includes('namespaces')),
      `create serviceaccounts ${ISOLATED}`,
      'create pods shop-build-pod',
    ],
  ],
  [
    'the same in a namespace with the label',
    () => labeled('true'),
    ['patch builds shop', ...READS, 'create pods shop-build-pod'],
  ],
  [
    'a Build that binds a Secret',
    () => someWorld({}, { services: [{ apiVersion: 'v1', kind: 'Secret', name: 'maven' }] }),
    [
      'patch builds shop',
      ...READS,
      'list serviceaccounts',
      'get secrets maven',
      `create serviceaccounts ${ISOLATED}`,
      'create pods shop-build-pod',
    ],
  ],
];

describe('the requests of a Build', () => {
  for (const [of, make, before] of ROWS) {
    it(`are few: ${of}`, async () => {
      const world = make();
      await world.reconcile();
      world.podStatus(completedPod());
      await world.reconcile();
      expect(world.condition()).to.include({ status: 'True' });
      const { requests } = world.cluster;
      const end = requests.indexOf('create pods shop-build-pod') + 1;
      expect(requests.slice(0, end).toSorted()).to.deep.equal([...before].toSorted());
      expect(requests.slice(end)).to.deep.equal(['patch builds shop', 'patch builds shop']);
      expect(world.events).to.deep.equal(['Started', 'Succeeded']);
    });
  }

  it('are as few for a TaskRun', async () => {
    const world = someWorld({ backend: 'tekton', dummySidecar: 'never' });
    await world.reconcile();
    expect([...world.cluster.requests].toSorted()).to.deep.equal(
      [
        'patch builds shop',
        ...READS,
        // Each ConfigMap is looked for in two namespaces. Builds that start within seconds share the answers.
        ...['pipelines-info', 'feature-flags', 'config-defaults'].flatMap((name) => [
          `get configmaps ${name}`,
          `get configmaps ${name}`,
        ]),
        `create serviceaccounts ${ISOLATED}`,
        'create taskruns shop-build',
        'patch builds shop',
      ].toSorted(),
    );
  });
});

describe('Builds that start together', () => {
  it('share what they read', async () => {
    const world = someWorld();
    await world.reconcileTogether(['shop', 'cart', 'user']);
    const { requests, all } = world.cluster;
    expect(all('pods')).to.have.length(3);
    expect(requests.filter((request) => request.startsWith('get ')).toSorted()).to.deep.equal([...READS].toSorted());
    expect(requests).to.have.length(READS.length + 3 * 4);
  });

  it('do not share it with a Build whose reconcile begins later, which sees that the label was removed', async () => {
    const world = labeled('true');
    await world.reconcileTogether(['shop']);
    labelNamespace(world, 'false');
    await world.reconcileTogether(['cart']);
    expect(accountOf(world, 'shop')).to.equal('default');
    expect(accountOf(world, 'cart')).to.equal(contentName('cart-taskpack-', 'cart-uid'));
  });
});

function someWorld(...options: Parameters<typeof fakeWorld>): FakeWorld {
  const world = fakeWorld(...options);
  world.setRequestTime(1);
  const secrets = ['registry', 'git'];
  const [apiVersion, kind] = ['v1', 'ServiceAccount'];
  const account = { apiVersion, kind, metadata: { name: 'default' }, secrets: secrets.map((name) => ({ name })) };
  world.cluster.put('serviceaccounts', account);
  for (const name of [...secrets, 'maven']) {
    world.cluster.put('secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque' });
  }
  labelNamespace(world, 'false');
  return world;
}

function labeled(value: string): FakeWorld {
  const world = someWorld();
  labelNamespace(world, value);
  return world;
}

function labelNamespace({ cluster }: FakeWorld, value: string): void {
  const metadata = { name: 'team', labels: { [LABEL]: value } };
  cluster.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata } satisfies KubeObject);
}

function accountOf({ cluster }: FakeWorld, build: string): string | undefined {
  const pod = cluster.get('pods', `${build}-build-pod`) ?? {};
  return textAt(objectAt(pod, 'spec'), 'serviceAccountName');
}
