import { SOURCE_RESOLVERS } from '../../../clients/kube/client/resources.ts';
import type { SourceResolver } from '../../../core/api/kpack/source-resolver.ts';
import { SOURCE_RESOLVER } from '../../../core/api/kpack/kind-definitions.ts';
import type { GitAccess } from '../git-access/git-access.ts';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { spread } from '../../../core/runtime/backoff.ts';
import type { Outcome } from '../../../core/runtime/controller.ts';
import type { NetworkCaches } from '../../networks/network-cache.ts';
import { transitionEvents, type RecordEvent } from '../../kit/events.ts';
import type { CacheDependencies } from '../../kit/object-cache.ts';
import { readableCache, type ReadableCache } from '../../kit/readable-cache.ts';
import type { Controller } from '../../kit/start-controller.ts';
import { reportUnreadable, writeStatus } from '../../kit/status.ts';
import type { VersionAccess } from '../source-versions/version-access.ts';
import { sourceStatus, unlessLost, type SourceAnswer } from './source-status.ts';
import { wantedSource, type WantedSource } from './wanted-source.ts';

/** Starts to cache the SourceResolvers of a cluster. */
export function sourceResolverCache(dependencies: CacheDependencies): ReadableCache<SourceResolver> {
  return readableCache({ resource: SOURCE_RESOLVERS, definition: SOURCE_RESOLVER }, dependencies);
}

export interface SourceResolverControllerOptions {
  readonly cache: ReadableCache<SourceResolver>;
  readonly client: Pick<KubeClient, 'patch'>;
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
  /** Records an Event for each condition whose status changes. */
  readonly recordEvent?: RecordEvent;
  /** Receives the outcome of each reconcile: `resolved`, `pending`, or the reason of a failure. */
  readonly onResolved?: (source: 'git' | 'blob' | 'registry', outcome: string) => void;
}

/** Credentials are read again after a refusal, because a user may have corrected them, and sometimes in any case. */
const REFUSED_INTERVAL_MS = 60_000;
const CREDENTIALS_INTERVAL_MS = 3_600_000;

/** Returns the controller that keeps the statuses of SourceResolvers up to date with their sources. */
export function sourceResolverController(options: SourceResolverControllerOptions): Controller {
  const { cache, git, versions, networks, workers } = options;
  return {
    name: SOURCE_RESOLVERS.plural,
    workers,
    watch: async (enqueue) => {
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
    },
    reconcile: async (key) => reconcile(options, key),
  };
}

async function reconcile(options: SourceResolverControllerOptions, key: string): Promise<Outcome> {
  const { cache, client, pollIntervalMs, comparesSubPaths, now } = options;
  const resolver = cache.store.get(key);
  if (resolver === undefined || resolver.metadata.deletionTimestamp !== undefined) {
    await observe(options, key, undefined);
    return reportUnreadable(client, SOURCE_RESOLVERS, cache.unreadable(key), now());
  }
  const wanted = wantedSource(resolver, pollIntervalMs, comparesSubPaths);
  const answer = unlessLost(resolver, await observe(options, key, wanted));
  const status = sourceStatus(resolver, wanted, answer, now());
  options.onResolved?.(kindOf(resolver), outcomeOf(wanted, answer));
  if (status !== undefined) await write(options, resolver, status);
  options.git.stored(key);
  return requeueOf(wanted, answer, options.random());
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

async function write(
  { client, recordEvent }: SourceResolverControllerOptions,
  resolver: SourceResolver,
  status: JsonObject,
): Promise<void> {
  // A Build follows from a new commit.
  if ((await writeStatus(client, SOURCE_RESOLVERS, resolver, status, 'high')) === undefined) return;
  transitionEvents(SOURCE_RESOLVERS, resolver, status)
    .filter(isOfSource)
    .forEach((event) => recordEvent?.(event));
}

/** Leaves out the Events about polling: a commit is never polled. */
function isOfSource({ reason }: { readonly reason: string }): boolean {
  return reason !== 'NotActivePolling' && reason !== 'ActivePolling';
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
