import type { JsonObject } from '../../../src/core/model/json.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { conditionOf, runBuild } from '../../e2e/controller/controlled-build.ts';
import { SOURCE_KINDS, type ComparedSources, type SourceKind } from './compared-sources.ts';

/** The fields that the Builds of both controllers share. */
export interface ComparedBuilds {
  readonly registry: string;
  readonly builder: string;
  readonly sources: ComparedSources;
}

export type Statuses = Readonly<Record<SourceKind, JsonObject>>;

/**
 * Creates one Build for each source at the same time and returns their statuses. The running controller is kpack's or
 * taskpack's. `owner` is the Builds' namespace and part of their repository's name.
 */
export async function runComparedBuilds(client: ApiClient, owner: string, builds: ComparedBuilds): Promise<Statuses> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: owner } });
  await until('the account of Builds', async () =>
    client.get({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: owner } }),
  );
  const statuses = SOURCE_KINDS.map(async (kind) => [kind, await succeeded(client, build(kind, owner, builds))]);
  return Object.fromEntries(await Promise.all(statuses)) as Statuses;
}

async function succeeded(client: ApiClient, wanted: KubernetesObject): Promise<JsonObject> {
  const status = await runBuild(client, wanted);
  const { name, namespace } = wanted.metadata;
  if (conditionOf(status).status !== 'True') throw new Error(`${namespace}/${name}: ${JSON.stringify(status)}`);
  return status as JsonObject;
}

function build(kind: SourceKind, owner: string, { registry, builder, sources }: ComparedBuilds): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: kind, namespace: owner },
    spec: {
      tags: [`${registry}/${owner}/${kind}`, `${registry}/${owner}/${kind}:other`],
      builder: { image: builder },
      source: sources.of[kind],
      cache: { registry: { tag: `${registry}/${owner}/${kind}-cache` } },
      env: [{ name: 'BP_SOMETHING', value: 'some value' }],
      creationTime: '1700000000',
    },
  };
}
