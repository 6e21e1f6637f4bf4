import { clusterBuilder } from '../../../src/api/kpack/cluster-builder.ts';
import { image as imageKind } from '../../../src/api/kpack/image.ts';
import { sourceResolver as resolverKind } from '../../../src/api/kpack/source-resolver.ts';
import type { Build } from '../../../src/api/kpack/build.ts';
import { planImage } from '../../../src/images/image-plan.ts';
import { sourceResolver } from '../../../src/images/source-resolver.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { inFlight } from '../controller/in-flight.ts';
import type { GitMemoryServer } from './git-memory-server.ts';

export const NAMESPACE = 'default';
const AT_ONCE = 32;
const TIME = '2026-01-01T00:00:00Z';
const MERGE = 'application/merge-patch+json';

export interface Seed {
  readonly images: number;
  readonly repositories: number;
  /** The finished Builds of each Image. */
  readonly buildsEach: number;
}

/** Returns the repository of an Image. */
export function repositoryOf(index: number, { repositories }: Seed): string {
  return `repository-${index % repositories}`;
}

/** Creates Images whose newest Build has succeeded, with what a controller has written for them but the status of the Image. */
export async function seedImages(
  client: ApiClient,
  { git, builder }: { readonly git: GitMemoryServer; readonly builder: KubernetesObject },
  seed: Seed,
): Promise<void> {
  const known = clusterBuilder.parse(builder);
  const indexes = Array.from({ length: seed.images }, (_, index) => index);
  await inFlight(indexes, AT_ONCE, async (index) => {
    const repository = repositoryOf(index, seed);
    const image = imageKind.parse(await client.create(someImage(index, `${git.url}/${repository}.git`)));
    const planned = sourceResolver(image) as unknown as KubernetesObject;
    const resolver = resolverKind.parse(await client.create(planned));
    const source = { git: { url: `${git.url}/${repository}.git`, revision: git.commitOf(repository), type: 'Branch' } };
    const conditions = ['Ready', 'ActivePolling'].map((type) => ({ type, status: 'True', lastTransitionTime: TIME }));
    const status = { observedGeneration: 1, conditions, source };
    await patchStatus(client, 'sourceresolvers', resolver.metadata.name, status);
    const resolved = resolverKind.parse({ ...resolver, status });
    let last: Build | undefined;
    for (let number = 1; number <= seed.buildsEach; number += 1) {
      const observed = { image, builder: known, resolver: resolved, builds: [], claim: undefined, sameTag: [] };
      const { build } = planImage(observed, { nowMs: Date.parse(TIME), usesPriorityClasses: false });
      if (build === undefined) throw new Error('the plan has no Build');
      last = numbered(build, number);
      await client.create(last as unknown as KubernetesObject);
      await patchStatus(client, 'builds', last.metadata.name, finished(known, image.spec.tag));
    }
  });
}

function numbered(build: Build, number: number): Build {
  const { metadata } = build;
  const labels = { ...metadata.labels, 'image.kpack.io/buildNumber': `${number}` };
  return { ...build, metadata: { ...metadata, labels, name: metadata.name.replace(/1$/, `${number}`) } };
}

function finished({ status }: ReturnType<typeof clusterBuilder.parse>, tag: string): object {
  const { builderMetadata = [], stack, lifecycle } = status ?? {};
  return {
    conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: TIME }],
    buildMetadata: builderMetadata.slice(0, 1),
    latestImage: `${tag}@sha256:${'f'.repeat(64)}`,
    lifecycleVersion: lifecycle?.version ?? '',
    stack: { id: stack?.id ?? '', runImage: stack?.runImage ?? '' },
  };
}

function someImage(index: number, url: string): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: { name: `image-${index}`, namespace: NAMESPACE },
    spec: {
      tag: `registry.example/image-${index}`,
      builder: { kind: 'ClusterBuilder', name: 'good' },
      serviceAccountName: 'default',
      source: { git: { url, revision: 'main' } },
    },
  } as KubernetesObject;
}

async function patchStatus(client: ApiClient, plural: string, name: string, status: object): Promise<void> {
  const path = `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}/${plural}/${name}/status`;
  await client.send('PATCH', path, { status }, MERGE);
}
