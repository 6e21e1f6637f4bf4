import type { EventDetails } from '../../../clients/kube/client/event.ts';
import { SOURCE_RESOLVERS } from '../../../clients/kube/client/resources.ts';
import type { SourceResolver } from '../../../core/api/kpack/source-resolver.ts';
import { SOURCE_RESOLVER } from '../../../core/api/kpack/kind-definitions.ts';
import type { GitAccess } from '../git-access/git-access.ts';
import { spread } from '../../../core/runtime/backoff.ts';
import type { Outcome } from '../../../core/runtime/controller.ts';
import type { NetworkCaches } from '../../networks/network-cache.ts';
import type { CacheDependencies } from '../../kit/object-cache.ts';
import { objectToReconcile, readableCache, type ReadableCache } from '../../kit/readable-cache.ts';
import { reportStatus, type StatusReporter } from '../../kit/report-status.ts';
import type { Controller, Enqueue } from '../../kit/start-controller.ts';
import { reportUnreadable } from '../../kit/status.ts';
import type { VersionAccess } from '../source-versions/version-access.ts';
import { sourceStatus, unlessLost, type SourceAnswer } from './source-status.ts';
import { wantedSource, type WantedSource } from './wanted-source.ts';

/** Starts to cache the SourceResolvers of a cluster. */
export function sourceResolverCache(dependencies: CacheDependencies): ReadableCache<SourceResolver> {
  return readableCache({ resource: SOURCE_RESOLVERS, definition: SOURCE_RESOLVER }, dependencies);
}

export interface SourceResolverControllerOptions extends StatusReporter {
  readonly cache: ReadableCache<SourceResolver>;
  readonly git: Pick<GitAccess, 'watch' | 'unwatch' | 'subscribe' | 'stored'>;
  /** The versions of blobs and images. */
  readonly versions: Pick<VersionAccess, 'watch' | 'unwatch' | 'subscribe'>;
  /** A change of a namespace's network can mend its resolvers. */
  readonly networks?: Pick<NetworkCaches, 'subscribe'>;
  readonly workers: number;
  /** The interval of queries about a revision whose resolver has no annotation. */
  readonly pollIntervalMs: number;
  /** True to keep the commit of a resolver with a sub path while the tree there is the same. */
  readonly comparesSubPaths: boolean;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Receives the outcome of each reconcile: `resolved`, `pending`, or the reason of a failure. */
  readonly onResolved?: (source: 'git' | 'blob' | 'registry', outcome: string) => void;
}

/** Credentials are read again after a refusal, because a user may have corrected them, and sometimes in any case. */
const REFUSED_INTERVAL_MS = 60_000;
const CREDENTIALS_INTERVAL_MS = 3_600_000;

/** Returns the controller that keeps the statuses of SourceResolvers up to date with their sources. */
export function sourceResolverController(options: SourceResolverControllerOptions): Controller {
  return {
    name: SOURCE_RESOLVERS.plural,
    workers: options.workers,
    watch: async (enqueue) => watch(options, enqueue),
    reconcile: async (key) => reconcile(options, key),
  };
}

async function watch(
  { cache, git, versions, networks }: SourceResolverControllerOptions,
  enqueue: Enqueue,
): Promise<unknown> {
  cache.subscribe(({ key }) => enqueue(key));
  cache.subscribeUnreadable(enqueue);
  git.subscribe(enqueue);
  versions.subscribe(enqueue);
  networks?.subscribe((namespace) => {
    for (const [key, { metadata }] of cache.store.entries()) {
      if (namespace === undefined || metadata.namespace === namespace) enqueue(key);
    }
  });
  return cache.synced;
}

async function reconcile(options: SourceResolverControllerOptions, key: string): Promise<Outcome> {
  const { cache, client, git, pollIntervalMs, comparesSubPaths, now, random, onResolved } = options;
  const resolver = objectToReconcile(cache, key);
  if (resolver === undefined) {
    await observe(options, key, undefined);
    return reportUnreadable(client, SOURCE_RESOLVERS, cache.unreadable(key), now());
  }
  const wanted = wantedSource(resolver, pollIntervalMs, comparesSubPaths);
  const answer = unlessLost(resolver, await observe(options, key, wanted));
  const status = sourceStatus(resolver, wanted, answer, now());
  onResolved?.(kindOf(resolver), outcomeOf(wanted, answer));
  if (status !== undefined) {
    // A Build follows from a new commit.
    const how = { priority: 'high', select: aboutSource } as const;
    await reportStatus(options, SOURCE_RESOLVERS, resolver, status, how);
  }
  git.stored(key);
  return requeueOf(wanted, answer, random());
}

/** Returns what is known of the wanted revision or version. Nothing is asked about any other source. */
async function observe(
  { git, versions }: Pick<SourceResolverControllerOptions, 'git' | 'versions'>,
  key: string,
  wanted: WantedSource | undefined,
): Promise<SourceAnswer> {
  if (wanted?.kind !== 'git') git.unwatch(key);
  if (wanted?.kind !== 'version') versions.unwatch(key);
  if (wanted?.kind === 'git') return git.watch(key, wanted.wanted);
  return wanted?.kind === 'version' ? versions.watch(key, wanted.wanted) : { kind: 'pending' };
}

/** Leaves out the Events about polling: a commit is never polled. */
function aboutSource(events: readonly EventDetails[]): readonly EventDetails[] {
  return events.filter(({ reason }) => reason !== 'NotActivePolling' && reason !== 'ActivePolling');
}

function kindOf({ spec }: SourceResolver): 'git' | 'blob' | 'registry' {
  if (spec.source.git !== undefined) return 'git';
  return spec.source.blob === undefined ? 'registry' : 'blob';
}

function outcomeOf(wanted: WantedSource, answer: SourceAnswer): string {
  if (!isAsked(wanted) || answer.kind === 'resolved') return 'resolved';
  if (answer.kind === 'failed') return answer.reason;
  return wanted.kind === 'git' && wanted.kept !== undefined ? 'resolved' : 'pending';
}

/** A listener hears about every change of the answer. The requeue is for the credentials, which are not watched. */
function requeueOf(wanted: WantedSource, answer: SourceAnswer, random: number): Outcome {
  if (!isAsked(wanted)) return { kind: 'done' };
  const isRefused = answer.kind === 'failed' && REFUSALS.includes(answer.reason);
  return { kind: 'requeue', afterMs: spread(isRefused ? REFUSED_INTERVAL_MS : CREDENTIALS_INTERVAL_MS, random) };
}

function isAsked({ kind }: WantedSource): boolean {
  return kind === 'git' || kind === 'version';
}

/** The failures that other credentials can mend. Many servers answer that a private repository does not exist. */
const REFUSALS: readonly string[] = ['CredentialsInvalid', 'HostKeyUnknown', 'SourceDenied', 'SourceNotFound'];
