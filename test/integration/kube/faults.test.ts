import { expect } from 'chai';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import { writeKubeconfig } from '../../cluster/control-plane/kubeconfig.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { rejection } from '../registry/rejection.ts';
import { configMap, CONFIG_MAPS, connected, type Connected } from './connected.ts';
import { startApiFaultProxy, type ApiFault, type ApiFaultProxy } from './fault-proxy.ts';
import { mirrorOf, type Mirror } from './mirror.ts';

describe('a real API server behind a proxy that breaks things', function () {
  this.timeout(90_000);
  let cluster: Cluster;
  let proxy: ApiFaultProxy;
  let own: Connected;
  let namespace: string;
  let count = 0;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    const { address } = cluster.client;
    proxy = await startApiFaultProxy(address.server, cluster.certificates);
    const file = path.join(cluster.certificates.folder, 'through-proxy.kubeconfig');
    own = await connected(writeKubeconfig(file, { ...address, server: proxy.url }));
  });
  beforeEach(async () => {
    count += 1;
    namespace = `kube-faults-${count}`;
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    proxy.clear();
  });
  after(async () => {
    await own?.close();
    await proxy?.stop();
  });

  const put = async (name: string, value: string): Promise<unknown> =>
    cluster.client.apply(configMap(namespace, name, { v: value }) as never);

  it('uses few connections for many calls', async () => {
    await put('a', '1');
    const at = { namespace, name: 'a' };
    const before = proxy.connections();
    for (let turn = 0; turn < 100; turn += 1) await own.client.get(CONFIG_MAPS, at);
    await Promise.all(Array.from({ length: 200 }, async () => own.client.get(CONFIG_MAPS, at)));
    expect(proxy.connections() - before).to.be.at.most(32);
  });

  const limited: ApiFault = { kind: 'status', status: 429, reason: 'TooManyRequests', retryAfter: 1 };
  const failing: ApiFault = { kind: 'status', status: 500, reason: 'InternalError' };
  const faults: readonly (readonly [string, ApiFault, string | undefined])[] = [
    ['429 with Retry-After', limited, undefined],
    ['500', failing, 'UNAVAILABLE'],
    ['a reset connection', { kind: 'reset' }, 'NETWORK'],
    ['a truncated answer', { kind: 'truncated', bytes: 20 }, 'NETWORK'],
  ];
  for (const [what, fault, createFails] of faults) {
    it(`gets and applies despite ${what}; a create ${createFails === undefined ? 'succeeds, too' : 'is not retried'}`, async () => {
      proxy.inject({ fault, times: 2, path: /configmaps/ });
      const begun = performance.now();
      const object = configMap(namespace, 'b', { v: '1' });
      expect((await own.client.apply(CONFIG_MAPS, object))['data']).to.deep.equal({ v: '1' });
      if (fault.kind === 'status' && fault.retryAfter !== undefined) {
        expect(performance.now() - begun).to.be.greaterThan(2000);
      }
      proxy.inject({ fault, method: 'POST' });
      const created = rejection(own.client.create(CONFIG_MAPS, configMap(namespace, 'c')));
      if (createFails === undefined) expect(await created).to.equal(undefined);
      else expect(await created).to.include({ code: createFails });
      expect(proxy.seen.filter((line) => line.startsWith('POST'))).to.have.length(createFails === undefined ? 2 : 1);
    });
  }

  it('times out on a slow response and tries again', async () => {
    await put('a', '1');
    proxy.inject({ fault: { kind: 'slow', milliseconds: 15_000 } });
    const begun = performance.now();
    const { data } = await own.client.get(CONFIG_MAPS, { namespace, name: 'a' }, { timeoutMs: 1500 });
    expect(data).to.deep.equal({ v: '1' });
    expect(performance.now() - begun).to.be.within(1500, 14_000);
  });

  /** The faults of a watch; the flag is true if the watch resumes from its last resource version. */
  const breaks: readonly (readonly [string, () => void, boolean])[] = [
    ['is cut', () => proxy.cut(), true],
    [
      'is cut and then limited',
      () => {
        proxy.inject({ fault: limited, path: /watch=true/ });
        proxy.cut();
      },
      true,
    ],
    [
      'is cut, and fails twice with 500',
      () => {
        proxy.inject({ fault: failing, path: /watch=true/, times: 2 });
        proxy.cut();
      },
      true,
    ],
    [
      'is too old by an event',
      () => {
        proxy.inject({ fault: { kind: 'too-old' }, path: /watch=true/ });
        proxy.cut();
      },
      false,
    ],
    [
      'is too old by a status, and the list is truncated',
      () => {
        proxy.inject({ fault: { kind: 'status', status: 410, reason: 'Expired' }, path: /watch=true/ });
        proxy.inject({ fault: { kind: 'truncated', bytes: 100 }, path: /limit=500/ });
        proxy.cut();
      },
      false,
    ],
  ];
  for (const [what, act, resumes] of breaks) {
    it(`keeps a mirror up to date while its watch ${what}`, async () => {
      await Promise.all([put('changed', '1'), put('gone', '1'), put('same', '1')]);
      const mirror: Mirror = mirrorOf(own.transport, namespace);
      try {
        await mirror.shows('changed=v:1', 'gone=v:1', 'same=v:1');
        await until('a watch', async () => proxy.seen.some((line) => line.includes('watch=true')) || undefined);
        const lists = proxy.seen.filter((line) => line.includes('limit=500')).length;
        act();
        await Promise.all([
          put('changed', '2'),
          put('new', '1'),
          cluster.client.delete(configMap(namespace, 'gone') as never),
        ]);
        await mirror.shows('changed=v:2', 'new=v:1', 'same=v:1');
        const relists = proxy.seen.filter((line) => line.includes('limit=500')).length - lists;
        expect(relists > 0).to.equal(!resumes);
        expect(mirror.changes.filter((change) => change.endsWith(' same'))).to.deep.equal(['added same']);
        expect(mirror.changes.filter((change) => change.endsWith(' gone'))).to.deep.equal([
          'added gone',
          'deleted gone',
        ]);
        expect(mirror.problems).to.not.deep.equal([]);
      } finally {
        await mirror.stop();
      }
    });
  }
});
