import { expect } from 'chai';
import { objectAt, objectsAt, textAt } from '../support/json-field.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { until } from '../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../cluster/sources/git-server.ts';
import { kpackPath } from '../integration/crds/kpack-cluster.ts';

/** A cluster with taskpack and a ready ClusterBuilder. */
export interface ImageBed {
  readonly cluster: NodeCluster;
  readonly builder: string;
}

const NAME = 'web';
const LIMIT = 2;
const MERGE = 'application/merge-patch+json';

/** Tests of one Image, from its creation to its deletion. Each test continues where the previous test ends. */
export function imageSuite(bed: () => ImageBed): void {
  let repositories: Repositories;
  let server: GitServer;

  before(async () => {
    repositories = makeRepositories();
    repositories.commit(NAME, { 'hello.txt': 'world' });
    server = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  });
  after(async () => {
    await bed().cluster.client.delete(named('Image', NAME));
    await server?.stop();
    repositories?.remove();
  });

  it('is built when it is created', async () => {
    await bed().cluster.client.create(image());
    await builtFor(1, 'CONFIG');
  });

  it('is built for a pushed commit, with the image of the Build before', async () => {
    const before = textAt(await statusOf('Image', NAME), 'latestImage');
    const revision = repositories.commit(NAME, { 'hello.txt': 'everybody' });
    const spec = await builtFor(2, 'COMMIT');
    expect(objectAt(spec, 'source')).to.deep.include({ git: { url: `${server.url}/${NAME}.git`, revision } });
    expect(objectAt(spec, 'lastBuild')).to.include({ image: before });
    expect(textAt(await statusOf('Image', NAME), 'latestImage')).not.to.equal(before);
  });

  it('is built for another environment', async () => {
    await patch(named('Image', NAME), { spec: { build: { env: [{ name: 'BP_SOMETHING', value: 'else' }] } } });
    const spec = await builtFor(3, 'CONFIG');
    expect(objectsAt(spec, 'env')).to.deep.equal([{ name: 'BP_SOMETHING', value: 'else' }]);
  });

  it('is built once for the annotation of a trigger, and has the same image', async () => {
    const before = textAt(await statusOf('Image', NAME), 'latestImage');
    const annotations = { 'image.kpack.io/additionalBuildNeeded': 'now' };
    await patch(named('Build', `${NAME}-build-3`), { metadata: { annotations } });
    await builtFor(4, 'TRIGGER');
    expect(textAt(await statusOf('Image', NAME), 'latestImage')).to.equal(before);
  });

  it('keeps as many successful Builds as its limit', async () => {
    await until('the old Builds to go', async () => ((await buildNames()).length === LIMIT ? true : undefined));
    expect(await buildNames()).to.have.members([`${NAME}-build-3`, `${NAME}-build-4`]);
  });

  it('takes its Builds, their Pods and its SourceResolver with it', async () => {
    const { client } = bed().cluster;
    await client.delete(named('Image', NAME));
    const left = async (): Promise<true | undefined> => {
      const pods = await client.list('v1', 'Pod', 'default');
      const isOurs = ({ metadata }: KubernetesObject): boolean => metadata.labels?.['image.kpack.io/image'] === NAME;
      const resolver = await client.get(named('SourceResolver', `${NAME}-source`));
      return (await buildNames()).length === 0 && !pods.some(isOurs) && resolver === undefined ? true : undefined;
    };
    await until('the garbage collector to delete what the Image owns', left, { seconds: 120 });
  });

  function image(): KubernetesObject {
    const { cluster, builder } = bed();
    return {
      ...named('Image', NAME),
      spec: {
        tag: `${cluster.registry.address}/app/${NAME}`,
        serviceAccountName: 'default',
        builder: { kind: 'ClusterBuilder', name: builder },
        source: { git: { url: `${server.url}/${NAME}.git`, revision: 'main' } },
        successBuildHistoryLimit: LIMIT,
      },
    };
  }

  /** Waits until the Build with this number has succeeded. Asserts its reason and returns its spec. */
  async function builtFor(number: number, reason: string): Promise<JsonObject> {
    const name = `${NAME}-build-${number}`;
    const ready = async (): Promise<JsonObject | undefined> => {
      const status = await statusOf('Image', NAME);
      const condition = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
      return status['latestBuildRef'] === name && condition['status'] !== 'Unknown' ? condition : undefined;
    };
    expect(await until(`${name} to finish`, ready, { seconds: 120 })).to.include({ status: 'True' });
    const build = (await bed().cluster.client.get(named('Build', name))) as JsonObject;
    expect(objectAt(objectAt(build, 'metadata'), 'annotations')).to.include({ 'image.kpack.io/reason': reason });
    return objectAt(build, 'spec');
  }

  async function statusOf(kind: string, name: string): Promise<JsonObject> {
    return objectAt(((await bed().cluster.client.get(named(kind, name))) ?? {}) as JsonObject, 'status');
  }

  async function buildNames(): Promise<readonly string[]> {
    const builds = await bed().cluster.client.list('kpack.io/v1alpha2', 'Build', 'default');
    return builds
      .filter(({ metadata }) => metadata.labels?.['image.kpack.io/image'] === NAME)
      .map(({ metadata }) => metadata.name);
  }

  async function patch(object: KubernetesObject, content: object): Promise<void> {
    await bed().cluster.client.send('PATCH', kpackPath(object), content, MERGE);
  }
}

function named(kind: string, name: string): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name, namespace: 'default' } };
}
