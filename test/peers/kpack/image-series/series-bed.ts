import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import { BRIDGE_ADDRESS } from '../../../cluster/control-plane/certificates.ts';
import { busyboxLayer } from '../../../cluster/images/busybox-image.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../../cluster/node/node-cluster.ts';
import { pushImage } from '../../../cluster/registry/push-image.ts';
import type { Registry } from '../../../cluster/registry/registry.ts';
import { git, makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { runImage } from '../../../cluster/universe/base-images.ts';
import { buildpackage } from '../../../cluster/universe/buildpackage.ts';
import { pushRunningUniverse } from '../../../cluster/universe/running-universe.ts';
import { NO_GIT } from '../compared-builder.ts';

/** The images of builders, by digest. */
interface BaseImages {
  readonly build: string;
  readonly run: string;
  /** The run image with one more layer. */
  readonly patchedRun: string;
  readonly lifecycle: string;
  readonly noGit: string;
  readonly 'hello-1.0.0': string;
  readonly 'hello-1.1.0': string;
}

/** The servers that both controllers use, one after the other. */
export interface SeriesBed {
  readonly cluster: NodeCluster;
  readonly images: BaseImages;
  readonly server: GitServer;
  readonly repositories: Repositories;
  readonly stop: () => Promise<void>;
}

const REPOSITORY = 'app';

export async function startSeriesBed(cluster: NodeCluster): Promise<SeriesBed> {
  const images = await pushBaseImages(cluster.registry);
  const repositories = makeRepositories();
  const server = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  return {
    cluster,
    images,
    repositories,
    server,
    stop: async () => {
      await server.stop();
      repositories.remove();
    },
  };
}

async function pushBaseImages(registry: Registry): Promise<BaseImages> {
  const { build, run, lifecycle, ...others } = await pushRunningUniverse(registry);
  const push = async (repository: string, image: Parameters<typeof pushImage>[0]): Promise<string> =>
    `${registry.address}/${repository}@${await pushImage(image, { url: registry.url, repository }, 'series')}`;
  const patch = makeLayer([{ path: '/etc/patched', kind: 'file', content: 'yes\n' }], { parents: true });
  return {
    build,
    run,
    lifecycle,
    patchedRun: await push('universe/run', runImage(busyboxLayer(), [patch])),
    noGit: await push('universe/no-git', buildpackage([NO_GIT])),
    'hello-1.0.0': others['hello-1.0.0'],
    'hello-1.1.0': others['hello-1.1.0'],
  };
}

export function repositoryUrl({ server }: SeriesBed): string {
  return `${server.url}/${REPOSITORY}.git`;
}

/** Commits files to the branch that is checked out. Files without content are removed. */
export function commit({ repositories }: SeriesBed, files: Readonly<Record<string, string | undefined>>): void {
  const removed = Object.keys(files).filter((file) => files[file] === undefined);
  if (removed.length > 0) repositories.git(REPOSITORY, 'rm', '-q', ...removed);
  const written = Object.entries(files).flatMap(([file, content]) => (content === undefined ? [] : [[file, content]]));
  repositories.commit(REPOSITORY, Object.fromEntries(written) as Readonly<Record<string, string>>);
}

export function checkOut({ repositories }: SeriesBed, ...args: readonly string[]): void {
  repositories.git(REPOSITORY, 'checkout', '-q', ...args);
}

/** Starts the repository again, with the same commits for both controllers. */
export function resetRepository(bed: SeriesBed): void {
  const { folder } = bed.repositories;
  for (const place of [`${REPOSITORY}.git`, `checkouts/${REPOSITORY}`]) {
    rmSync(path.join(folder, place), { recursive: true, force: true });
  }
  commit(bed, { 'hello.txt': 'world' });
  // kpack fetches a commit by its ID, which the server must allow.
  git(path.join(folder, `${REPOSITORY}.git`), 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
}

const apiVersion = 'kpack.io/v1alpha2';

/** The namespace of each series, one after the other: its name becomes part of tags of the builder. */
export const NAMESPACE = 'series';

export const NAMES = { image: 'app', builder: 'series' } as const;

/** Returns the builder of a series and the objects that the builder refers to. */
export function builderObjects({ cluster, images }: SeriesBed): readonly KubernetesObject[] {
  const metadata = { name: NAMES.builder };
  const sources = [{ image: images.noGit }, { image: images['hello-1.0.0'] }];
  return [
    { apiVersion, kind: 'ClusterStore', metadata, spec: { sources } },
    { apiVersion, kind: 'ClusterStack', metadata, spec: stackSpec(images, images.run) },
    { apiVersion, kind: 'ClusterLifecycle', metadata, spec: { image: images.lifecycle } },
    {
      apiVersion,
      kind: 'Builder',
      metadata: { ...metadata, namespace: NAMESPACE },
      spec: {
        // All controllers push to one repository, whose name becomes part of the applications' images.
        tag: `${cluster.registry.address}/series/builder`,
        serviceAccountName: 'default',
        store: { kind: 'ClusterStore', name: NAMES.builder },
        stack: { kind: 'ClusterStack', name: NAMES.builder },
        lifecycle: { kind: 'ClusterLifecycle', name: NAMES.builder },
        order: [{ group: [{ id: 'test/no-git', optional: true }, { id: 'test/hello' }] }],
      },
    },
  ];
}

export function stackSpec({ build }: BaseImages, run: string): object {
  return { id: 'io.test.stacks.tiny', buildImage: { image: build }, runImage: { image: run } };
}

/** Returns the Image of a series, which pushes to a repository of the owner. All fields have values, because kpack's webhook, which sets defaults, does not run. */
export function seriesImage(bed: SeriesBed, owner: string): KubernetesObject {
  const tag = `${bed.cluster.registry.address}/${owner}/${NAMES.image}`;
  return {
    apiVersion,
    kind: 'Image',
    metadata: {
      name: NAMES.image,
      namespace: NAMESPACE,
      labels: { team: 'blue' },
      annotations: { 'example.com/note': 'kept' },
    },
    spec: {
      tag,
      additionalTags: [`${tag}:stable`],
      serviceAccountName: 'default',
      builder: { kind: 'Builder', name: NAMES.builder },
      source: { git: { url: repositoryUrl(bed), revision: 'main' } },
      imageTaggingStrategy: 'BuildNumber',
      failedBuildHistoryLimit: 10,
      successBuildHistoryLimit: 10,
      cache: { volume: { size: '1Gi' } },
      build: { env: [{ name: 'BP_COLOUR', value: 'red' }] },
    },
  };
}
