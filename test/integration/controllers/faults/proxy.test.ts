import { expect } from 'chai';
import path from 'node:path';
import type { Cluster } from '../../../cluster/cluster.ts';
import { writeKubeconfig } from '../../../cluster/control-plane/kubeconfig.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { startApiFaultProxy, type ApiFaultProxy, type ApiFaultRule } from '../../kube/fault-proxy.ts';
import { buildBed, succeeded, type BuildBed } from '../build/build-bed.ts';
import { runBuilds, type RunningBuilds } from '../build/running-builds.ts';
import { SOME_REGISTRY } from '../build/some-registry.ts';
import { expectNothingNew } from '../second-look.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';

/** What goes wrong, and how often, while Builds run. */
const FAULTS: Readonly<Record<string, readonly ApiFaultRule[]>> = {
  'every write fails once and is not done': [
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'POST', path: /\/pods/, times: 4 },
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'PATCH', path: /\/status/, times: 8 },
  ],
  'too many requests': [
    {
      fault: { kind: 'status', status: 429, reason: 'TooManyRequests', retryAfter: 1 },
      path: /builds|pods|secrets|serviceaccounts/,
      times: 10,
    },
  ],
  'answers to writes that were done are lost': [
    { fault: { kind: 'truncated', bytes: 10 }, method: 'POST', path: /\/pods/, times: 4 },
    { fault: { kind: 'truncated', bytes: 10 }, method: 'PATCH', path: /\/builds\/.*\/status/, times: 4 },
  ],
  'connections are reset': [{ fault: { kind: 'reset' }, path: /builds|pods|secrets/, times: 10 }],
  'answers are slow': [{ fault: { kind: 'slow', milliseconds: 1500 }, path: /builds|pods|secrets/, times: 20 }],
  'watches are too old': [{ fault: { kind: 'too-old' }, path: /watch=/, times: 6 }],
};

describe('Builds while the way to the API server is broken', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let proxy: ApiFaultProxy;
  let bed: BuildBed;
  let builds: RunningBuilds;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    const { address } = cluster.client;
    proxy = await startApiFaultProxy(address.server, cluster.certificates);
    const file = path.join(cluster.certificates.folder, 'builds-through-proxy.kubeconfig');
    const kubeconfig = writeKubeconfig(file, { ...address, server: proxy.url });
    const namespace = 'builds-and-faults';
    bed = await buildBed(cluster, namespace);
    builds = await runBuilds({ kubeconfig, namespace, registry: SOME_REGISTRY, settings: { backend: 'native' } });
  });
  beforeEach(() => proxy.clear());
  after(async () => {
    await builds?.stop();
    await proxy?.stop();
  });

  for (const [what, rules] of Object.entries(FAULTS)) {
    it(`end well, each by one Pod: ${what}`, async () => {
      const names = buildNames(what.replaceAll(/\W+/g, '-'), 4);
      for (const rule of rules) proxy.inject(rule);
      if (what.startsWith('watches')) proxy.cut();
      await Promise.all(names.map((name) => bed.create(name)));
      await finishPods(cluster.client, bed, names);
      proxy.cut();
      await allSucceed(names);
    });
  }

  async function allSucceed(names: readonly string[]): Promise<void> {
    for (const name of names) expect(succeeded(await bed.end(name)), name).to.include({ status: 'True' });
    await expectNothingNew(builds);
    const created = podsCreated(builds.writes);
    expect(created).to.deep.equal([...new Set(created)]);
    expect(builds.writes.filter((write) => write.startsWith('delete'))).to.deep.equal([]);
  }
});
