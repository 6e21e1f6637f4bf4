import type { Feed } from '../../insight/dashboard/server/event-stream.ts';
import { KubeError } from '../../clients/kube/kube-error.ts';
import { formatProblem } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { CommandFailure } from '../problems.ts';
import { buildFeed } from './build-feed.ts';
import { layersFeed, type ReadBuiltImage } from './layers-feed.ts';
import { listFeed } from './list-feed.ts';
import { logFeed } from './log-feed.ts';
import { objectFeed } from './object-feed.ts';
import type { RowScope, RowCache } from './row-cache.ts';

/** The sources of all feeds. */
export interface FeedSource {
  readonly cluster: OpenCluster;
  readonly cache: RowCache;
  readonly scope: RowScope;
  readonly readImage: ReadBuiltImage;
}

/** Names of namespaces and objects (RFC 1123). */
const NAME = '[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?';
const PATHS = {
  build: new RegExp(`^/api/builds/(?<namespace>${NAME})/(?<name>${NAME})$`),
  log: new RegExp(`^/api/builds/(?<namespace>${NAME})/(?<name>${NAME})/log$`),
  layers: new RegExp(`^/api/builds/(?<namespace>${NAME})/(?<name>${NAME})/layers$`),
  Image: new RegExp(`^/api/images/(?<namespace>${NAME})/(?<name>${NAME})$`),
  Builder: new RegExp(`^/api/builders/(?<namespace>${NAME})/(?<name>${NAME})$`),
  ClusterBuilder: new RegExp(`^/api/clusterbuilders/(?<name>${NAME})$`),
} as const;

/** Returns the feed of a path; `undefined` if there is none. */
export function feedOf({ cluster, cache, scope, readImage }: FeedSource, path: string): Feed | undefined {
  if (path === '/api/list') return (signal) => listFeed(cache, scope, SYSTEM_CLOCK, signal);
  for (const kind of ['build', 'log', 'layers', 'Image', 'Builder', 'ClusterBuilder'] as const) {
    const { namespace, name } = PATHS[kind].exec(path)?.groups ?? {};
    if (name === undefined) continue;
    const own = { name, ...(namespace !== undefined && { namespace }) };
    const inNamespace = { name, namespace: namespace ?? '' };
    switch (kind) {
      case 'build':
        return withProblems((signal) => buildFeed(cluster, inNamespace, signal));
      case 'log':
        return withProblems((signal) => logFeed(cluster, inNamespace, signal));
      case 'layers':
        return withProblems(() => layersFeed(cluster, readImage, inNamespace));
      case 'Image':
      case 'Builder':
      case 'ClusterBuilder':
        return withProblems((signal) => objectFeed(cluster, cache, { kind, ...own }, signal));
    }
  }
  return undefined;
}

/** Sends the failure of a request as the last message. */
function withProblems(feed: Feed): Feed {
  return async function* sent(signal) {
    try {
      yield* feed(signal);
    } catch (error) {
      if (signal.aborted) return;
      yield { kind: 'problem', text: problemText(error) };
    }
  };
}

/** Returns the text of a failed request. Throws other errors again. */
function problemText(error: unknown): string {
  if (error instanceof KubeError) return error.message;
  if (error instanceof CommandFailure) return error.problems.map(formatProblem).join(' ');
  throw error;
}
