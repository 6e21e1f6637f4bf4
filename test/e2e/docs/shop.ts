import type { JsonObject } from '../../../src/core/model/json.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import type { PushedUniverse } from '../../cluster/universe/push-universe.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { kubectl, kubectlOutput } from '../../integration/crds/kubectl.ts';
import { pushOwnImages, type OwnImages } from '../../support/own-images.ts';
import { installController } from '../installed-controller.ts';

/** The namespace of the Images in the pages. */
export const TEAM = 'team';

/** The team of the pages, with the Images shop and cart, on a cluster with taskpack. */
export interface Shop {
  readonly cluster: NodeCluster;
  readonly repositories: Repositories;
  /** The commits of the tags v1 to v3. Without a greeting in v2, no buildpack detects the source. */
  readonly commits: readonly string[];
  readonly universe: PushedUniverse;
  readonly gitUrl: string;
  readonly images: OwnImages;
  /** Resolves when the first Builds of the Images have ended: the second Build of the Image shop has failed. */
  readonly opened: Promise<void>;
  /** Changes the Image shop to a tag, and waits for the Build with this number. */
  readonly release: (tag: string, build: number) => Promise<void>;
  readonly built: (build: string) => Promise<void>;
  /** Keeps new Pods from the node, or lets the node run them. */
  readonly schedule: (verb: 'cordon' | 'uncordon') => Promise<void>;
  /** Removes the shop, the controller and these objects of the cluster. */
  readonly close: (others: readonly KubernetesObject[]) => Promise<void>;
}

/** Pods start faster than TaskRuns, and only Pods of regular containers can be debugged. */
const SETTINGS = { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' };

/** Opens the shop: the first Build of its Image succeeds, and the second one finds no buildpack. */
export async function openShop(): Promise<Shop> {
  const cluster = await oneNodeCluster();
  const [controller, universe, images] = await Promise.all([
    installController(cluster, SETTINGS),
    pushRunningUniverse(cluster.registry),
    pushOwnImages(cluster.registry),
  ]);
  const repositories = makeRepositories();
  const git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  const commits = commitReleases(repositories);
  const shared = sharedObjects(cluster.registry.address, universe);
  const built = async (build: string): Promise<void> => awaitBuild(cluster, build);
  const release = async (tag: string, build: number): Promise<void> => {
    const spec = { source: { git: { revision: tag } }, build: { env: environment(tag) } };
    await kubectlOutput(cluster, [...PATCH, JSON.stringify({ spec })]);
    await until(`Build ${build}`, async () => statusOf(cluster, `shop-build-${build}`), { seconds: 60 });
  };
  const apply = async (objects: readonly KubernetesObject[]): Promise<unknown> =>
    kubectlOutput(cluster, ['apply', '-f', '-'], objects);
  await apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: TEAM } }, ...shared]);
  await kubectlOutput(cluster, ['wait', '--for=condition=Ready', 'clusterbuilder/base', '--timeout=60s']);
  await apply(imagesOf(cluster.registry.address, git.url));
  const opened = firstBuilds(built, release);
  // The first page that waits for the Builds reports the failure.
  opened.catch(() => undefined);
  return {
    cluster,
    repositories,
    commits,
    universe,
    gitUrl: git.url,
    images,
    opened,
    release,
    built,
    schedule: async (verb) => {
      await kubectlOutput(cluster, [verb, '--selector=kubernetes.io/os=linux']);
    },
    close: async (others) => {
      await kubectl(cluster, ['delete', 'namespace', TEAM, '--wait=false']);
      await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], [...shared, ...others]);
      await controller.remove();
      await git.stop();
      repositories.remove();
    },
  };
}

async function firstBuilds(built: Shop['built'], release: Shop['release']): Promise<void> {
  await Promise.all(['shop-build-1', 'cart-build-1'].map(built));
  await release('v2', 2);
  await built('shop-build-2');
}

const PATCH = ['patch', 'images.kpack.io/shop', '-n', TEAM, '--type=merge', '-p'];

/** The commits of the tags, with the messages that the pages show. */
function commitReleases(repositories: Repositories): readonly string[] {
  const tag = (name: string, message: string, files: Readonly<Record<string, string>>): string => {
    const id = repositories.commit('shop', files, message);
    repositories.git('shop', 'tag', name);
    return id;
  };
  const first = tag('v1', 'Sells books', { 'web/hello.txt': 'books' });
  repositories.git('shop', 'mv', 'web/hello.txt', 'web/goodbye.txt');
  const second = tag('v2', 'Renames the greeting', { 'web/price.txt': '12' });
  repositories.git('shop', 'mv', 'web/goodbye.txt', 'web/hello.txt');
  const third = tag('v3', 'Adds a cart', { 'web/cart.txt': '' });
  repositories.commit('cart', { 'hello.txt': 'cart' });
  return [first, second, third];
}

function environment(tag: string): readonly JsonObject[] {
  return [{ name: 'BP_JVM_VERSION', value: tag === 'v1' ? '17' : '21' }];
}

async function awaitBuild(cluster: NodeCluster, build: string): Promise<void> {
  await until(`${build} to finish`, async () => (await statusOf(cluster, build))?.match(/True|False/) ?? undefined, {
    seconds: 120,
  });
}

/** Returns the status of a Build's condition `Succeeded`, which is empty at first, or undefined without the Build. */
async function statusOf(cluster: NodeCluster, build: string): Promise<string | undefined> {
  const status = '-o=jsonpath={.status.conditions[?(@.type=="Succeeded")].status}';
  const { code, stdout } = await kubectl(cluster, ['get', `builds.kpack.io/${build}`, '-n', TEAM, status]);
  return code === 0 ? stdout : undefined;
}

const apiVersion = 'kpack.io/v1alpha2';

function sharedObjects(registry: string, universe: PushedUniverse): readonly KubernetesObject[] {
  const sources = [{ image: universe['hello-1.1.0'] }, { image: universe.extra }];
  const stack = { id: STACK.id, buildImage: { image: universe.build }, runImage: { image: universe.run } };
  return [
    { apiVersion, kind: 'ClusterStore', metadata: { name: 'base' }, spec: { sources } },
    { apiVersion, kind: 'ClusterStack', metadata: { name: 'base' }, spec: stack },
    { apiVersion, kind: 'ClusterLifecycle', metadata: { name: 'base' }, spec: { image: universe.lifecycle } },
    {
      apiVersion,
      kind: 'ClusterBuilder',
      metadata: { name: 'base' },
      spec: {
        tag: `${registry}/builders/base:1`,
        serviceAccountRef: { name: 'default', namespace: TEAM },
        store: { kind: 'ClusterStore', name: 'base' },
        stack: { kind: 'ClusterStack', name: 'base' },
        lifecycle: { kind: 'ClusterLifecycle', name: 'base' },
        order: [{ group: [{ id: 'test/hello' }, { id: 'test/extra', optional: true }] }],
      },
    },
  ];
}

function imagesOf(registry: string, gitUrl: string): readonly KubernetesObject[] {
  const image = (
    name: string,
    builder: string,
    more: { readonly source: JsonObject; readonly build?: JsonObject },
  ) => ({
    apiVersion,
    kind: 'Image',
    metadata: { name, namespace: TEAM },
    spec: {
      tag: `${registry}/${name}`,
      serviceAccountName: 'default',
      builder: { kind: 'ClusterBuilder', name: builder },
      ...more,
    },
  });
  const git = (name: string, revision: string): JsonObject => ({ url: `${gitUrl}/${name}.git`, revision });
  return [
    image('shop', 'base', {
      source: { git: git('shop', 'v1'), subPath: 'web' },
      build: { env: [...environment('v1')] },
    }),
    image('cart', 'base', { source: { git: git('cart', 'main') } }),
  ];
}
