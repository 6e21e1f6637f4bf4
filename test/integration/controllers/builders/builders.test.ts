import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { runCommand } from '../../../support/command.ts';
import { asYaml, placedUniverse } from '../../builders/pushed-universe.ts';
import { universeFacts } from '../../builders/universe-facts.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { testClients } from '../../registry/client-fixture.ts';
import { looksTwice } from '../second-look.ts';
import { runControllers, type RunningControllers } from './running-controllers.ts';
import { conditionsOf, statusOf } from './statuses.ts';

const NAMESPACE = 'team';

describe('the controllers of builders and of stores, stacks, lifecycles and buildpacks', function () {
  this.timeout(120_000);
  const universe = placedUniverse();
  const clients = testClients();
  let cluster: Cluster;
  let controllers: RunningControllers;
  const made: KubernetesObject[] = [];

  const create = async (object: unknown): Promise<void> => {
    made.push(object as KubernetesObject);
    await cluster.client.create(object as KubernetesObject);
  };
  const settledStatus = async (object: unknown) => statusOf(cluster, object as KubernetesObject);

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    const { documents, workspace } = universe();
    workspace.write({ 'facts.yaml': asYaml(await universeFacts(clients.make(), documents)) });
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    controllers = await runControllers(cluster.kubeconfig);
  });
  looksTwice(() => controllers);
  after(async () => {
    await controllers?.stop();
    await Promise.all(made.map(async (object) => cluster.client.delete(object)));
  });

  it("write kpack's conditions to a builder while the resources that the builder names are missing", async () => {
    const { good, nested } = universe().documents.builders;
    await create(good);
    await create(nested);
    const expected = without('clusterstore.kpack.io "working" not found');
    await until('they have conditions', async () => conditionsOf(await settledStatus(nested))[1]);
    await controllers.settled();
    expect(conditionsOf(await settledStatus(good))).to.deep.equal(expected);
    expect(conditionsOf(await settledStatus(nested))).to.deep.equal(expected);
  });

  it('make the builder Ready once all resources exist, with the digest that the command computes', async () => {
    for (const part of universe().documents.parts) await create(part);
    for (const name of ['good', 'nested'] as const) {
      const builder = universe().documents.builders[name];
      await until(`${name} is ready`, async () => {
        const conditions = conditionsOf(await settledStatus(builder));
        return conditions.join() === 'Ready=True,UpToDate=True' ? true : undefined;
      });
      const files = ['parts.yaml', `${name}.yaml`, 'facts.yaml'].flatMap((file) => ['-f', file]);
      const digest = runCommand(['builder', 'digest', ...files], { cwd: universe().workspace.path }).stdout.trim();
      const { latestImage = '' } = await settledStatus(builder);
      expect(String(latestImage).split('@')[1]).to.equal(digest);
    }
  });

  it('write the same status as kpack', async () => {
    await controllers.settled();
    const { latestImage, stack, lifecycle, conditions, builderMetadata, ...status } = await settledStatus(
      universe().documents.builders.nested,
    );
    const { address } = universe().registry;
    expect(status).to.deep.equal({
      observedGeneration: 1,
      observedStackGeneration: 1,
      observedStoreGeneration: 1,
      os: 'linux',
      order: [
        { group: [{ id: 'test/nested', version: '1.0.0' }] },
        { group: [{ id: 'test/apart', version: '1.0.0' }] },
      ],
    });
    const buildpacks = (builderMetadata as readonly { id: string; version: string }[]).map(
      ({ id, version }) => `${id}@${version}`,
    );
    expect(buildpacks).to.have.members([
      'test/nested@1.0.0',
      'test/meta@1.0.0',
      'test/hello@1.0.0',
      'test/extra@1.0.0',
      'test/environment@1.0.0',
      'test/apart@1.0.0',
      'test/hello@1.1.0',
    ]);
    expect(String(latestImage)).to.match(
      new RegExp(`^${address}/builders/nested:builder-${NAMESPACE}-nested@sha256:[0-9a-f]{64}$`),
    );
    expect(JSON.stringify(stack)).to.include(
      `${address}/builders/nested:builder-${NAMESPACE}-nested-run-image@sha256:`,
    );
    expect(lifecycle).to.have.keys('version', 'api', 'apis');
    expect(conditions).to.have.length(2);
  });

  it('mark the resources as ready for their generation', async () => {
    for (const part of universe().documents.parts) {
      const status = await settledStatus(part);
      expect(conditionsOf(status)).to.deep.equal(['Ready=True']);
      expect(status['observedGeneration']).to.equal(1);
    }
  });

  it('send no registry request and write nothing when every object is reconciled again', async () => {
    controllers.registryRequests.length = 0;
    controllers.writes.length = 0;
    await controllers.again();
    expect(controllers.registryRequests).to.deep.equal([]);
    expect(controllers.writes).to.deep.equal([]);
  });

  it('request after a start only the image that an order names directly', async () => {
    await controllers.stop();
    controllers = await runControllers(cluster.kubeconfig);
    await controllers.again();
    expect(controllers.writes).to.deep.equal([]);
    const images = controllers.registryRequests.filter((request) => request !== 'GET /v2/');
    expect(images.length).to.be.greaterThan(0);
    expect(images.filter((request) => !request.includes('/universe/environment/'))).to.deep.equal([]);
  });

  it('reject an invalid builder with the same message as the commands', async () => {
    const builder = universe().documents.builders['wrong-stack'];
    await create(builder);
    const conditions = await until('it is refused', async () => {
      const found = conditionsOf(await settledStatus(builder));
      return found.length > 0 ? found : undefined;
    });
    const message = 'validating buildpack test/wrong-stack@1.0.0: stack io.test.stacks.tiny is not supported';
    expect(conditions).to.deep.equal(without(message));
  });

  it('keep the image of a builder whose stack is deleted, and report that the builder is not up to date', async () => {
    const stack = universe().documents.parts.find(({ kind }) => kind === 'ClusterStack');
    const { nested } = universe().documents.builders;
    const before = await settledStatus(nested);
    await cluster.client.delete(stack as unknown as KubernetesObject);
    const gone = ['Ready=True', 'UpToDate=False ReconcileFailed clusterstack.kpack.io "tiny" not found'];
    await until('it is noticed', async () =>
      conditionsOf(await settledStatus(nested)).join() === gone.join() ? true : undefined,
    );
    expect((await settledStatus(nested))['latestImage']).to.equal(before['latestImage']);
    await cluster.client.create(stack as unknown as KubernetesObject);
    await until('it is up to date again', async () =>
      conditionsOf(await settledStatus(nested)).join() === 'Ready=True,UpToDate=True' ? true : undefined,
    );
    expect((await settledStatus(nested))['latestImage']).to.equal(before['latestImage']);
  });
});

/** Returns the conditions of a builder that never had an image. */
function without(message: string): readonly string[] {
  return [
    `Ready=False NoLatestImage Builder has no latestImage: ${message}`,
    `UpToDate=False ReconcileFailed ${message}`,
  ];
}
