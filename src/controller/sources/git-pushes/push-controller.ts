import type { SourceResolver } from '../../../core/api/kpack/source-resolver.ts';
import type { GitAccess } from '../git-access/git-access.ts';
import { reportedAmong, repositoryId } from '../../../clients/git/references/repository-id.ts';
import { isCommitId } from '../../../core/model/git-revision.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import type { ObjectName } from '../../../clients/kube/client/resource.ts';
import type { Outcome } from '../../../core/runtime/controller.ts';
import { CONFIG_MAPS } from '../../../clients/kube/client/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../../kit/object-cache.ts';
import type { ReadableCache } from '../../kit/readable-cache.ts';
import type { Controller } from '../../kit/start-controller.ts';
import { pushEntries, type PushEntry } from './push-config-map.ts';

export interface PushControllerOptions {
  readonly cache: Pick<ObjectCache<KubeObject>, 'store' | 'subscribe' | 'synced'>;
  readonly client: Pick<KubeClient, 'patch'>;
  readonly git: Pick<GitAccess, 'askNow' | 'isStored' | 'isWatching'>;
  /** The SourceResolvers of the cluster: they have stored the answer of a repository only if all of them are watched. */
  readonly resolvers: Pick<ReadableCache<SourceResolver>, 'store' | 'synced'>;
  readonly configMap: ObjectName;
}

/** Starts to cache the ConfigMap of pushes. */
export function pushCache(
  { namespace = '', name }: ObjectName,
  dependencies: CacheDependencies,
): ObjectCache<KubeObject> {
  const selection = { fieldSelector: `metadata.name=${name}` };
  return objectCache({ resource: CONFIG_MAPS, selection, parse: (object) => object }, { ...dependencies, namespace });
}

/**
 * Returns the controller that asks git servers about the repositories in the ConfigMap, and removes a repository once the statuses of
 * its SourceResolvers have the answer.
 */
export function pushController(options: PushControllerOptions): Controller {
  const { cache, resolvers } = options;
  const context: PushContext = { ...options, asked: new Map() };
  return {
    name: 'git-pushes',
    workers: 1,
    watch: async (enqueue) => {
      cache.subscribe(({ key }) => enqueue(key));
      return Promise.all([cache.synced, resolvers.synced]);
    },
    reconcile: async (key, signal) => reconcile(context, cache.store.get(key), signal),
  };
}

/** The options of the controller, and its state between reconciles. */
interface PushContext extends PushControllerOptions {
  /** The entries about which this process has asked. `isComplete` if all resolvers of the repository were watched then. */
  readonly asked: Map<string, { readonly delivery: string; readonly isComplete: boolean }>;
}

/** The time until the next look at repositories whose answer is not stored. */
const LOOK_AGAIN: Outcome = { kind: 'requeue', afterMs: 1_000 };

async function reconcile(context: PushContext, pushed: KubeObject | undefined, signal: AbortSignal): Promise<Outcome> {
  const { asked } = context;
  const entries = pushed === undefined ? [] : pushEntries(pushed);
  const names = new Set(entries.map(({ name }) => name));
  for (const name of asked.keys()) if (!names.has(name)) asked.delete(name);
  if (pushed === undefined || entries.length === 0) return { kind: 'done' };
  const isUnwatched = reportedAmong(unwatchedRepositories(context));
  const waiting = entries.filter((entry) => !isStored(context, isUnwatched, entry));
  const kept = withinLimit(context, waiting);
  const done = entries.filter((entry) => !kept.has(entry));
  if (done.length > 0) await remove(context, pushed, done, signal);
  return done.length === entries.length ? { kind: 'done' } : LOOK_AGAIN;
}

/**
 * Asks about a new entry, and again when its last resolver is watched. Returns true if the resolvers have stored the answers: until
 * then, a later leader needs the entry.
 */
function isStored(
  { git, asked }: PushContext,
  isUnwatched: (repository: string) => boolean,
  { name, delivery, repository }: PushEntry,
): boolean {
  const isComplete = !isUnwatched(repository);
  const before = asked.get(name);
  if (before?.delivery !== delivery || (isComplete && !before.isComplete)) git.askNow(repository);
  asked.set(name, { delivery, isComplete });
  return isComplete && git.isStored(repository);
}

/**
 * The length of all entries that stay without a stored answer. A repository whose server or credentials never work stays forever, and
 * the ConfigMap, which is full at 1 MiB, must have room for the pushes of others.
 */
const MAX_KEPT_LENGTH = 262_144;

/** Returns as many of the newest entries as may stay. All entries have been asked about. */
function withinLimit({ asked }: PushContext, waiting: readonly PushEntry[]): ReadonlySet<PushEntry> {
  const places = new Map([...asked.keys()].map((name, place) => [name, place]));
  const newestFirst = waiting.toSorted((one, other) => (places.get(other.name) ?? 0) - (places.get(one.name) ?? 0));
  let length = 0;
  const kept = newestFirst.filter(({ name, delivery, repository }) => {
    length += name.length + delivery.length + repository.length;
    return length <= MAX_KEPT_LENGTH;
  });
  return new Set(kept);
}

/** Returns the repositories of resolvers that are not watched: after a start, or because their credentials cannot be read. */
function unwatchedRepositories({ git, resolvers }: PushContext): readonly string[] {
  return [...resolvers.store.entries()].flatMap(([key, { metadata, spec }]) => {
    const { url, revision } = spec.source.git ?? {};
    const isWanted = revision !== undefined && !isCommitId(revision) && metadata.deletionTimestamp === undefined;
    return isWanted && url !== undefined && !git.isWatching(key) ? (repositoryId(url) ?? []) : [];
  });
}

async function remove(
  { client, configMap }: PushContext,
  { metadata: { resourceVersion = '' } }: KubeObject,
  entries: readonly PushEntry[],
  signal: AbortSignal,
): Promise<void> {
  const data = Object.fromEntries(entries.map(({ name }) => [name, null]));
  try {
    await client.patch(CONFIG_MAPS, configMap, { metadata: { resourceVersion }, data }, { signal });
  } catch (error) {
    // A newer version has more entries, or is gone, and the cache reports it.
    if (!isKubeError(error, 'CONFLICT', 'NOT_FOUND')) throw error;
  }
}
