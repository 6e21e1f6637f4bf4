import {
  sourceResolverCache,
  sourceResolverController,
} from '../../../../src/controller/sources/resolvers/source-resolver-controller.ts';
import { startController } from '../../../../src/controller/kit/start-controller.ts';
import { gitAccess } from '../../../../src/controller/sources/git-access/git-access.ts';
import { listOverHttp } from '../../../../src/clients/git/references/http/list-references.ts';
import { treesOverHttp } from '../../../../src/clients/git/references/http/trees-over-http.ts';
import type { GitHttp } from '../../../../src/clients/git/references/http/send.ts';
import { listByProgram } from '../../../../src/clients/git/references/list-by-program.ts';
import { RETRY_POLICY } from '../../../../src/clients/http/retries.ts';
import { registryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { versionAccess } from '../../../../src/controller/sources/source-versions/version-access.ts';
import { connected } from '../../kube/connected.ts';
import { makeActivity } from '../activity.ts';
import { readableOfNamespaces } from '../of-namespaces.ts';
import { rememberKeys } from '../remembered-keys.ts';

/** The running controller of SourceResolvers, with the servers of this machine allowed. */
export interface RunningResolvers {
  /** The patches of statuses that the API server accepted: a patch of an outdated object writes nothing. */
  readonly writes: readonly string[];
  /** The requests to the API server. */
  readonly reads: readonly string[];
  /** The queries to git servers, by their outcome. */
  readonly queries: readonly string[];
  /** The queries about versions, by the kind of the source and the outcome. */
  readonly versionQueries: readonly string[];
  readonly events: readonly string[];
  readonly settled: () => Promise<void>;
  readonly again: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The certificates in PEM that all namespaces trust, and those that one namespace trusts instead. */
export interface TrustedCertificates {
  readonly ofAll?: string;
  readonly own?: { readonly namespace: string; readonly caBundle: string };
}

/** Starts the controller of some namespaces, which asks about each revision at this interval. */
export async function runResolvers(
  kubeconfig: string,
  namespaces: readonly string[],
  folder: string,
  pollIntervalMs: number,
  comparesSubPaths = false,
  now: () => number = SYSTEM_CLOCK.now,
  certificates: TrustedCertificates = {},
): Promise<RunningResolvers> {
  const clock = { ...SYSTEM_CLOCK, now };
  const own = await connected(kubeconfig);
  const end = new AbortController();
  const [writes, reads, queries, events]: [string[], string[], string[], string[]] = [[], [], [], []];
  const versionQueries: string[] = [];
  const activity = makeActivity();
  const { ofAll, own: trusting } = certificates;
  const guard = { allowed: '127.0.0.0/8' };
  const dispatcher = makeDispatcher({ guard, ...(ofAll !== undefined && { caBundle: ofAll }) });
  const other = makeDispatcher({ guard, caBundle: trusting?.caBundle ?? '' });
  const networkOf = (namespace: string): string | undefined =>
    namespace === trusting?.namespace ? 'certificates' : undefined;
  const httpOf = ({ network }: { readonly network?: string }): GitHttp => ({
    dispatcher: network === undefined ? dispatcher : other,
    now,
    timeouts: { idleMs: 10_000, totalMs: 30_000 },
  });
  const program = {
    environment: process.env,
    folder,
    trustUnknownSshHosts: true,
    allowedAddresses: '127.0.0.0/8',
    timeoutMs: 60_000,
  };
  const git = gitAccess({
    client: {
      get: async (resource, name, ...rest) => {
        reads.push(`${resource.kind} ${name.namespace}/${name.name}`);
        return own.client.get(resource, name, ...rest);
      },
    },
    clock,
    random: Math.random,
    networkOf,
    overHttp: async (query, signal) => listOverHttp(httpOf(query), query, signal),
    byProgram: async (query, signal) => listByProgram(program, query, signal),
    findTrees: async (query, signal) => treesOverHttp(httpOf(query), query, signal),
    onAsked: (outcome) => void queries.push(outcome),
    signal: end.signal,
  });
  const registries = {
    network: { dispatcher, clock, random: Math.random },
    retryPolicy: { ...RETRY_POLICY, retries: 0 },
    signal: end.signal,
  };
  const versions = versionAccess({
    client: own.client,
    clock,
    random: Math.random,
    networkOf: () => undefined,
    httpOf: () => ({ dispatcher, now, timeoutMs: 30_000 }),
    makeClient: (keychain) => registryClient({ ...registries, keychain }),
    onAsked: (kind, outcome) => void versionQueries.push(`${kind} ${outcome}`),
    signal: end.signal,
  });
  const caches = {
    transport: own.transport,
    clock,
    random: Math.random,
    report: () => undefined,
    signal: end.signal,
  };
  const patch: typeof own.client.patch = async (resource, name, content, ...rest) => {
    const patched = await own.client.patch(resource, name, content, ...rest);
    writes.push(JSON.stringify(content));
    return patched;
  };
  const controller = sourceResolverController({
    cache: readableOfNamespaces(sourceResolverCache(caches), namespaces),
    client: { patch },
    git,
    versions,
    workers: 4,
    pollIntervalMs,
    comparesSubPaths,
    now,
    random: Math.random,
    recordEvent: ({ regarding, reason }) => void events.push(`${regarding.metadata.name} ${reason}`),
  });
  const remembering = rememberKeys(controller);
  const shell = { clock, drainTimeoutMs: 5_000, metrics: activity.metrics };
  const run = startController(remembering.controller, shell, end.signal);
  return {
    writes,
    reads,
    queries,
    versionQueries,
    events,
    settled: activity.settled,
    again: async () => {
      remembering.enqueueAll();
      await activity.settled();
    },
    stop: async () => {
      end.abort();
      await run;
      await Promise.all([own.close(), dispatcher.destroy(), other.destroy()]);
    },
  };
}
