import { clusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import { image as imageKind, type Image } from '../../../src/core/api/kpack/image.ts';
import { sourceResolver as resolverKind, type SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import type { Build } from '../../../src/core/api/kpack/build.ts';
import { planImage } from '../../../src/core/images/image-plan.ts';
import { sourceResolver } from '../../../src/core/images/source-resolver.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { inFlight } from '../controller/in-flight.ts';
import type { GitMemoryServer } from './git-memory-server.ts';

export const NAMESPACE = 'default';
export const TIME = '2026-01-01T00:00:00Z';
const AT_ONCE = 32;
const MERGE = 'application/merge-patch+json';

export interface Seed {
  readonly namespace: string;
  /** The beginning of the names of Images and repositories. */
  readonly prefix: string;
  readonly images: number;
  readonly repositories: number;
  /** The finished Builds of each Image. */
  readonly buildsEach: number;
}

/** An Image with the objects that a controller has written for it. */
export interface SeededImage {
  readonly image: Image;
  readonly resolver: SourceResolver;
}

type KnownBuilder = ReturnType<typeof clusterBuilder.parse>;

/** Returns the repository of an Image. */
export function repositoryOf(index: number, { prefix, repositories }: Seed): string {
  return `${prefix}repository-${index % repositories}`;
}

/** Creates Images whose newest Build has succeeded, with what a controller has written for them but the status of the Image. */
export async function seedImages(
  client: ApiClient,
  { git, builder }: { readonly git: GitMemoryServer; readonly builder: KubernetesObject },
  seed: Seed,
): Promise<readonly SeededImage[]> {
  const known = clusterBuilder.parse(builder);
  const seeded: SeededImage[] = [];
  const indexes = Array.from({ length: seed.images }, (_, index) => index);
  await inFlight(indexes, AT_ONCE, async (index) => {
    const repository = repositoryOf(index, seed);
    const url = `${git.url}/${repository}.git`;
    const image = imageKind.parse(await client.create(someImage(index, url, known.metadata.name, seed)));
    const planned = sourceResolver(image) as unknown as KubernetesObject;
    const created = resolverKind.parse(await client.create(planned));
    const source = { git: { url, revision: git.commitOf(repository), type: 'Branch' } };
    const conditions = ['Ready', 'ActivePolling'].map((type) => ({ type, status: 'True', lastTransitionTime: TIME }));
    const status = { observedGeneration: 1, conditions, source };
    await patchStatus(client, 'sourceresolvers', created, status);
    const resolver = resolverKind.parse({ ...created, status });
    for (let number = 1; number <= seed.buildsEach; number += 1) {
      const build = numbered(firstBuild({ image, resolver }, known).build, number);
      await client.create(build as unknown as KubernetesObject);
      await patchStatus(client, 'builds', build, finished(known, image.spec.tag));
    }
    seeded[index] = { image, resolver };
  });
  return seeded;
}

/** Returns the first Build of an Image, and the status of the Image while the Build runs. */
export function firstBuild(
  { image, resolver }: SeededImage,
  builder: KnownBuilder,
): { readonly build: Build; readonly status: object } {
  const observed = { image, builder, resolver, builds: [], claim: undefined, sharedTag: undefined };
  const { build, status } = planImage(observed, { nowMs: Date.parse(TIME), usesPriorityClasses: false });
  if (build === undefined) throw new Error('the plan has no Build');
  return { build, status };
}

function numbered(build: Build, number: number): Build {
  const { metadata } = build;
  const labels = { ...metadata.labels, 'image.kpack.io/buildNumber': `${number}` };
  return { ...build, metadata: { ...metadata, labels, name: metadata.name.replace(/1$/, `${number}`) } };
}

/** Returns the status of a Build that has succeeded with the images of a builder. */
export function finished({ status }: KnownBuilder, tag: string): object {
  const { builderMetadata = [], stack, lifecycle } = status ?? {};
  return {
    conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: TIME }],
    buildMetadata: builderMetadata.slice(0, 1),
    latestImage: `${tag}@sha256:${'f'.repeat(64)}`,
    lifecycleVersion: lifecycle?.version ?? '',
    stack: { id: stack?.id ?? '', runImage: stack?.runImage ?? '' },
  };
}

function someImage(index: number, url: string, builder: string, { namespace, prefix }: Seed): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: { name: `${prefix}image-${index}`, namespace },
    spec: {
      tag: `registry.example/${prefix}image-${index}`,
      builder: { kind: 'ClusterBuilder', name: builder },
      serviceAccountName: 'default',
      source: { git: { url, revision: 'main' } },
    },
  } as KubernetesObject;
}

/** Writes the status of an object of kpack's. */
export async function patchStatus(
  client: ApiClient,
  plural: string,
  { metadata }: { readonly metadata: { readonly name: string; readonly namespace?: string } },
  status: object,
): Promise<void> {
  const { name, namespace = NAMESPACE } = metadata;
  const path = `/apis/kpack.io/v1alpha2/namespaces/${namespace}/${plural}/${name}/status`;
  await client.send('PATCH', path, { status }, MERGE);
}
