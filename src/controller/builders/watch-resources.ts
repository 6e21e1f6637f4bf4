import { isDeepStrictEqual } from 'node:util';
import type { ClusterStore } from '../../core/api/kpack/cluster-store.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { BuildpackResourceCaches } from '../buildpack-resources/resource-caches.ts';
import type { BuildpackResource } from '../buildpack-resources/resource-kinds.ts';
import type { ObjectCache } from '../kit/object-cache.ts';
import type { AnyBuilder } from './builder-kinds.ts';

/** A change of a buildpack resource, as far as it can affect a builder. */
export interface ResourceChange {
  readonly kind: 'Buildpack' | 'ClusterBuildpack' | 'ClusterStore' | 'ClusterStack' | 'ClusterLifecycle';
  readonly name: string;
  readonly namespace: string | undefined;
  /** The ids of the buildpacks that the resource offers or offered before the change. */
  readonly buildpacks: ReadonlySet<string>;
}

type AnyResource = BuildpackResource & Pick<ClusterStore, 'status'>;

/** Enqueues the key of each builder that a changed buildpack resource affects, and of each builder that waits for any. */
export function watchBuildpackResources(
  resources: BuildpackResourceCaches,
  builders: Pick<ObjectCache<AnyBuilder>, 'store'>,
  waiting: ReadonlySet<string>,
  enqueue: (key: string) => void,
): void {
  const watch = (kind: ResourceChange['kind'], cache: Pick<ObjectCache<AnyResource>, 'subscribe'>) =>
    cache.subscribe((event) => {
      const change = resourceChange(kind, event);
      if (change === undefined) return;
      for (const [key, builder] of builders.store.entries()) {
        if (isSeenBy(builder, change) && (waiting.has(key) || affects(change, builder))) enqueue(key);
      }
    });
  watch('Buildpack', resources.buildpacks);
  watch('ClusterBuildpack', resources.clusterBuildpacks);
  watch('ClusterStore', resources.clusterStores);
  watch('ClusterStack', resources.clusterStacks);
  watch('ClusterLifecycle', resources.clusterLifecycles);
}

/** Returns the change if it can affect builders; `undefined` if the status stays the same: builders read nothing else. */
export function resourceChange(kind: ResourceChange['kind'], change: Change<AnyResource>): ResourceChange | undefined {
  const { object } = change;
  const previous = change.kind === 'updated' ? change.previous : undefined;
  if (previous !== undefined && isDeepStrictEqual(previous.status, object.status)) return undefined;
  const offered = [object, previous].flatMap((resource) => resource?.status?.buildpacks ?? []);
  const { name, namespace } = object.metadata;
  return { kind, name, namespace, buildpacks: new Set(offered.map(({ id }) => id)) };
}

/** True if the change can alter the builder: it names the resource, needs one of its buildpacks, or is not up to date. */
export function affects(change: ResourceChange, builder: AnyBuilder): boolean {
  const { kind, name, buildpacks } = change;
  const { spec } = builder;
  switch (kind) {
    case 'ClusterStack':
      return spec.stack.name === name;
    case 'ClusterLifecycle':
      return spec.lifecycle.name === name;
    case 'ClusterStore':
      return spec.store?.name === name;
    case 'Buildpack':
    case 'ClusterBuildpack':
      break;
  }
  if (!isSeenBy(builder, change)) return false;
  return !isUpToDate(builder) || names(builder, kind, name) || neededIds(builder).some((id) => buildpacks.has(id));
}

/** False for a Buildpack of another namespace. Otherwise, a tenant could start reconciles of the waiting builders of all tenants. */
function isSeenBy({ kind, metadata }: AnyBuilder, change: ResourceChange): boolean {
  return change.kind !== 'Buildpack' || (kind === 'Builder' && metadata.namespace === change.namespace);
}

/** True if the builder lacks nothing. A builder that lacks a buildpack can find it in any resource. */
function isUpToDate({ metadata, status }: AnyBuilder): boolean {
  const upToDate = status?.conditions?.find(({ type }) => type === 'UpToDate');
  return upToDate?.status === 'True' && status?.observedGeneration === metadata.generation;
}

function names({ spec }: AnyBuilder, kind: string, name: string): boolean {
  return entriesOf(spec).some((entry) => entry.kind === kind && entry.name === name);
}

/** Returns the ids that the order leaves to any resource, and those of the built image: children are found by id too. */
function neededIds({ spec, status }: AnyBuilder): readonly string[] {
  const ordered = entriesOf(spec).flatMap(({ kind = '', id = '' }) => (kind === '' && id !== '' ? [id] : []));
  return [...ordered, ...(status?.builderMetadata ?? []).flatMap(({ id }) => id ?? [])];
}

function entriesOf({ order = [] }: AnyBuilder['spec']) {
  return order.flatMap(({ group = [] }) => group);
}
