import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import { pushImage } from '../../../cluster/registry/push-image.ts';
import { buildCommand } from '../../../support/command.ts';
import { builderImage } from '../../../bench/controller/builder-image.ts';
import { applicationImage } from '../../../e2e/controller/application-image.ts';
import { spawnController, type RunningController } from '../../../support/running-controller.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { buildBed, succeeded, type BuildBed } from '../builds/build-bed.ts';
import { buildNames, finishPods } from './finishing-builds.ts';

/** The duration of a lease (src/clients/kube/lease) and the maximum additional delay of a takeover, in seconds. */
const LEASE = 15;
const TAKEOVER = 5;

describe('a controller that is killed while it is the leader', function () {
  this.timeout(180_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let bed: BuildBed;
  let spec: Readonly<Record<string, unknown>>;
  const running: RunningController[] = [];

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    bed = await buildBed(cluster, 'led');
    const { url, address } = registry();
    await pushImage(builderImage(), { url, repository: 'builder' }, 'latest');
    const digest = await pushImage(applicationImage(), { url, repository: 'app' }, 'latest');
    spec = { builder: { image: `${address}/builder` }, tags: [`${address}/app`] };
    outcome = JSON.stringify({ IMAGE_URL: `${address}/app`, IMAGE_DIGEST: digest });
  });
  after(async () => {
    for (const controller of running) await controller.kill();
  });
  let outcome: string;

  async function spawn(): Promise<RunningController> {
    const settings = { BACKEND: 'native', LEASE_NAMESPACE: bed.namespace };
    const args = ['--namespace', bed.namespace];
    const controller = spawnController({ kubeconfig: cluster.kubeconfig, settings, args });
    running.push(controller);
    return controller;
  }

  it(`is replaced within ${LEASE} + ${TAKEOVER} s, and no Build gets a second Pod`, async () => {
    const first = await spawn();
    await first.leads();
    const second = await spawn();
    const names = buildNames('led', 12);
    await Promise.all(names.slice(0, 8).map((name) => bed.create(name, spec)));
    await bed.reaches('led-0', 'has a Pod', ({ podName }) => podName !== undefined);
    const pods = await podUids();
    await first.kill();
    const killed = performance.now();
    await Promise.all(names.slice(8).map((name) => bed.create(name, spec)));
    await second.leads(LEASE + TAKEOVER);
    expect((performance.now() - killed) / 1000).to.be.lessThan(LEASE + TAKEOVER);
    await finishPods(cluster.client, bed, names, outcome);
    for (const name of names) expect(succeeded(await bed.end(name)), name).to.include({ status: 'True' });
    const afterwards = await podUids();
    expect([...afterwards.keys()].toSorted()).to.deep.equal(names.map((name) => `${name}-build-pod`).toSorted());
    for (const [name, uid] of pods) expect(afterwards.get(name)).to.equal(uid);
    expect(await second.stop()).to.equal(0);
    await expectNothingNew(names);
  });

  /** A new leader lists all Builds. Once the leader runs a newer Build, it has observed all older ones. */
  async function expectNothingNew(names: readonly string[]): Promise<void> {
    const before = await versions(names);
    const third = await spawn();
    await third.leads();
    await bed.create('afterwards', spec);
    await bed.reaches('afterwards', 'has a Pod', ({ podName }) => podName !== undefined);
    expect(await versions(names)).to.deep.equal(before);
  }

  async function versions(names: readonly string[]): Promise<readonly unknown[]> {
    const { client } = cluster;
    const objects = [
      ...(await client.list('kpack.io/v1alpha2', 'Build', bed.namespace)),
      ...(await client.list('v1', 'Pod', bed.namespace)),
    ];
    return objects
      .filter(({ metadata }) => names.includes(metadata.name.replace(/-build-pod$/, '')))
      .map(({ metadata }) => [metadata.name, metadata['resourceVersion']]);
  }

  async function podUids(): Promise<ReadonlyMap<string, string | undefined>> {
    const pods = await cluster.client.list('v1', 'Pod', bed.namespace);
    return new Map(pods.map(({ metadata }) => [metadata.name, metadata.uid]));
  }
});
