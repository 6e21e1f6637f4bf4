import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { startGates } from './gates.ts';
import { readyCondition, statusOf } from './ready-condition.ts';
import { createWaitingBuilder } from './waiting-builder.ts';

/** Images whose Builds wait in a buildpack until the test opens their gate. */
export interface WaitingBuilds {
  readonly namespace: string;
  /** Creates an Image. Its Builds wait at a gate, if it has one. */
  readonly createImage: (name: string, gate?: string) => Promise<void>;
  readonly open: (gate: string) => void;
  /** Waits until the Image's condition `Ready` has this reason. */
  readonly reports: (image: string, reason: string) => Promise<void>;
  /** Waits until the buildpack of a Build waits, and returns its workload. */
  readonly runs: (build: string) => Promise<Workload>;
  /** Fails unless these Images were built once each, and these Builds still have the workloads that they had. */
  readonly expectBuiltOnce: (images: readonly string[], workloads: readonly Workload[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A Build that runs. */
export interface Workload {
  readonly build: string;
  readonly kind: 'Pod' | 'TaskRun';
  /** The uids of the Build, and of its Pod and TaskRun. */
  readonly uids: Readonly<Record<string, unknown>>;
}

const NAMESPACE = 'upgraded';
const BUILDER = 'waiting';
const NAMESPACE_OBJECT = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };

/** Creates the builder and the servers of the Images, on a cluster with a controller. */
export async function startWaitingBuilds(cluster: NodeCluster): Promise<WaitingBuilds> {
  const { client, registry } = cluster;
  const gates = await startGates();
  const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
  const source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
  await client.create(NAMESPACE_OBJECT);
  const made = await createWaitingBuilder(cluster, { name: BUILDER, namespace: NAMESPACE });
  return {
    namespace: NAMESPACE,
    createImage: async (name, gate) => {
      const env = gate === undefined ? [] : [{ name: 'GATE', value: gates.urlFor(gate, buildOf(name)) }];
      const blob = { url: `${source.url}/app.zip` };
      await client.create(
        image(name, { tag: `${registry.address}/upgraded/${name}`, source: { blob }, build: { env } }),
      );
    },
    open: gates.open,
    reports: async (name, reason) => reports(client, name, reason),
    runs: async (build) => {
      await gates.arrival(build);
      return workloadOf(client, build);
    },
    expectBuiltOnce: async (images, workloads) => expectBuiltOnce(client, images, workloads),
    stop: async () => {
      // Builds that wait would hold their Pods.
      for (const gate of ['before', 'after']) gates.open(gate);
      for (const object of [NAMESPACE_OBJECT, ...made]) await client.delete(object);
      await source.stop();
      await gates.stop();
    },
  };
}

async function reports(client: ApiClient, name: string, reason: string): Promise<void> {
  const hasReason = async (): Promise<true | undefined> =>
    (await readyCondition(client, kpack('Image', name)))['reason'] === reason ? true : undefined;
  await until(`the Image ${name} reports ${reason}`, hasReason, { seconds: 180 });
}

async function expectBuiltOnce(
  client: ApiClient,
  images: readonly string[],
  workloads: readonly Workload[],
): Promise<void> {
  const builds = await client.list('kpack.io/v1alpha2', 'Build', NAMESPACE);
  expect(builds.map(({ metadata }) => metadata.name)).to.have.members(images.map(buildOf));
  const pods = await client.list('v1', 'Pod', NAMESPACE);
  expect(pods.map(({ metadata }) => metadata.labels?.['kpack.io/build'])).to.have.members(images.map(buildOf));
  for (const name of images) {
    const { latestBuildRef, buildCounter, latestImage } = await statusOf(client, kpack('Image', name));
    expect({ latestBuildRef, buildCounter }).to.deep.equal({ latestBuildRef: buildOf(name), buildCounter: 1 });
    expect((await statusOf(client, kpack('Build', buildOf(name))))['latestImage']).to.equal(latestImage);
  }
  for (const workload of workloads) expect(await workloadOf(client, workload.build)).to.deep.equal(workload);
}

async function workloadOf(client: ApiClient, build: string): Promise<Workload> {
  const ofBuild = async (apiVersion: string, kind: string): Promise<readonly KubernetesObject[]> => {
    const found = await client.list(apiVersion, kind, NAMESPACE);
    return found.filter(({ metadata }) => metadata.labels?.['kpack.io/build'] === build);
  };
  const taskRuns = await ofBuild('tekton.dev/v1', 'TaskRun');
  const pods = await ofBuild('v1', 'Pod');
  const builds = await client.list('kpack.io/v1alpha2', 'Build', NAMESPACE);
  const all = [...builds.filter(({ metadata }) => metadata.name === build), ...pods, ...taskRuns];
  return {
    build,
    kind: taskRuns.length > 0 ? 'TaskRun' : 'Pod',
    uids: Object.fromEntries(all.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata['uid']])),
  };
}

function buildOf(imageName: string): string {
  return `${imageName}-build-1`;
}

function image(name: string, spec: object): KubernetesObject {
  const builder = { kind: 'ClusterBuilder', name: BUILDER };
  return { ...kpack('Image', name), spec: { serviceAccountName: 'default', builder, ...spec } };
}

function kpack(kind: 'Image' | 'Build', name: string): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name, namespace: NAMESPACE } };
}
