import { expect } from 'chai';
import { objectAt, objectsAt, textAt } from '../../../src/model/json-field.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { serveHttp } from '../../support/http-server.ts';

/** Images whose Builds wait in a buildpack until the test opens their gate. */
export interface WaitingBuilds {
  readonly namespace: string;
  /** Creates an Image. Its Builds wait at a gate, if it has one. */
  readonly createImage: (name: string, gate?: string) => Promise<void>;
  readonly open: (gate: string) => void;
  /** Waits until the Image's condition `Ready` has this reason. */
  readonly reports: (image: string, reason: string) => Promise<void>;
  /** Waits until the buildpack of a Build waits, and returns what runs. */
  readonly runs: (build: string) => Promise<Workload>;
  /** Fails unless these Images were built once each, and these workloads are the ones that ran. */
  readonly expectBuiltOnce: (images: readonly string[], workloads: readonly Workload[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A Build that runs. */
export interface Workload {
  readonly build: string;
  readonly kind: 'Pod' | 'TaskRun';
  /** The uids of the Build and of its Pod and TaskRun. */
  readonly uids: Readonly<Record<string, string>>;
}

const NAMESPACE = 'upgraded';
const BUILDER = 'waiting';

/** Waits until the server of the test says that the gate is open. */
const WAITS: ComponentBuildpack = {
  kind: 'component',
  id: 'test/waits',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: 'exit 0',
  build: '[ -z "$GATE" ] || until wget -q -O /dev/null "$GATE"; do sleep 0.3; done',
};

const kpack = (kind: string, name: string): KubernetesObject => ({
  apiVersion: 'kpack.io/v1alpha2',
  kind,
  metadata: { name, ...(!kind.startsWith('Cluster') && { namespace: NAMESPACE }) },
});

/** Creates the builder and the servers of the Images, on a cluster with a controller. */
export async function startWaitingBuilds(cluster: NodeCluster): Promise<WaitingBuilds> {
  const { client, registry } = cluster;
  const open = new Set<string>();
  const heard = new Set<string>();
  const gates = await serveHttp(BRIDGE_ADDRESS, ({ url = '' }, response) => {
    heard.add(url.slice(1));
    response.writeHead(open.has(url.slice(1).replace(/\/.*$/, '')) ? 200 : 404).end();
  });
  const source = await startBlobServer(zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]), {
    host: BRIDGE_ADDRESS,
  });
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  const made = await createBuilder(cluster);

  const status = async (kind: string, name: string): Promise<JsonObject> =>
    objectAt(((await client.get(kpack(kind, name))) ?? {}) as JsonObject, 'status');
  const list = async (apiVersion: string, kind: string): Promise<readonly KubernetesObject[]> =>
    client.list(apiVersion, kind, NAMESPACE);
  const reports = async (image: string, reason: string): Promise<void> => {
    await until(
      `the Image ${image} reports ${reason}`,
      async () => {
        const ready = objectsAt(await status('Image', image), 'conditions').find(({ type }) => type === 'Ready') ?? {};
        return ready['reason'] === reason ? true : undefined;
      },
      { seconds: 180 },
    );
  };
  const workloadOf = async (build: string): Promise<Workload> => {
    const all = [
      ...(await list('kpack.io/v1alpha2', 'Build')).filter(({ metadata }) => metadata.name === build),
      ...(await list('v1', 'Pod')).filter(({ metadata }) => metadata.labels?.['kpack.io/build'] === build),
      ...(await list('tekton.dev/v1', 'TaskRun')).filter(
        ({ metadata }) => metadata.labels?.['kpack.io/build'] === build,
      ),
    ];
    const uids = all.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, String(metadata['uid'])]);
    return {
      build,
      kind: all.some(({ kind }) => kind === 'TaskRun') ? 'TaskRun' : 'Pod',
      uids: Object.fromEntries(uids) as Workload['uids'],
    };
  };

  return {
    namespace: NAMESPACE,
    createImage: async (name, gate) => {
      const env =
        gate === undefined ? [] : [{ name: 'GATE', value: `http://${gates.address}/${gate}/${name}-build-1` }];
      await client.create({
        ...kpack('Image', name),
        spec: {
          tag: `${registry.address}/upgraded/${name}`,
          serviceAccountName: 'default',
          builder: { kind: 'ClusterBuilder', name: BUILDER },
          source: { blob: { url: `${source.url}/app.zip` } },
          build: { env },
        },
      });
    },
    open: (gate) => void open.add(gate),
    reports,
    runs: async (build) => {
      const waits = async (): Promise<true | undefined> =>
        [...heard].some((url) => url.endsWith(`/${build}`)) ? true : undefined;
      await until(`the buildpack of ${build} to wait`, waits, { seconds: 120 });
      return workloadOf(build);
    },
    expectBuiltOnce: async (images, workloads) => {
      const builds = await list('kpack.io/v1alpha2', 'Build');
      expect(builds.map(({ metadata }) => metadata.name)).to.have.members(images.map((image) => `${image}-build-1`));
      for (const image of images) {
        const { latestBuildRef, buildCounter, latestImage } = await status('Image', image);
        expect({ latestBuildRef, buildCounter }).to.deep.equal({ latestBuildRef: `${image}-build-1`, buildCounter: 1 });
        expect((await status('Build', `${image}-build-1`))['latestImage']).to.equal(latestImage);
      }
      const pods = await list('v1', 'Pod');
      expect(pods.map(({ metadata }) => metadata.labels?.['kpack.io/build'])).to.have.members(
        images.map((image) => `${image}-build-1`),
      );
      for (const workload of workloads) expect(await workloadOf(workload.build)).to.deep.equal(workload);
    },
    stop: async () => {
      // Builds that wait would hold their Pods.
      for (const gate of ['before', 'after']) open.add(gate);
      await client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
      for (const object of made) await client.delete(object);
      await source.stop();
      await gates.stop();
    },
  };
}

/** Creates a ClusterBuilder with the waiting buildpack, and waits until it is ready. Returns the builder and its parts. */
async function createBuilder({ client, registry }: NodeCluster): Promise<readonly KubernetesObject[]> {
  const pushed = await pushRunningUniverse(registry);
  const digest = await pushImage(buildpackage([WAITS]), { url: registry.url, repository: 'waits' }, 'latest');
  const builder = {
    ...kpack('ClusterBuilder', BUILDER),
    spec: {
      tag: `${registry.address}/builders/${BUILDER}`,
      serviceAccountRef: { name: 'default', namespace: NAMESPACE },
      stack: { kind: 'ClusterStack', name: 'tiny' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      store: { kind: 'ClusterStore', name: 'working' },
      order: [{ group: [{ image: `${registry.address}/waits@${digest}` }, { id: 'test/hello' }] }],
    },
  };
  const parts = universeDocuments(pushed, NAMESPACE).parts.filter(
    ({ kind, metadata }) => ['ClusterStack', 'ClusterLifecycle'].includes(kind) || metadata.name === 'working',
  );
  const made = [...parts, builder] as readonly KubernetesObject[];
  for (const object of made) await client.create(object);
  await until(
    'the builder',
    async () => {
      const found = ((await client.get(builder)) ?? {}) as JsonObject;
      const ready = objectsAt(objectAt(found, 'status'), 'conditions').find(({ type }) => type === 'Ready') ?? {};
      return textAt(ready, 'status') === 'True' ? true : undefined;
    },
    { seconds: 120 },
  );
  return made;
}
