import { BUILDS } from '../../clients/kube/client/resources.ts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { SCRIPT } from 'taskpack-dashboard-page';
import { dashboardName } from '../../insight/dashboard/server/guard.ts';
import { pageFiles } from '../../insight/dashboard/server/page-files.ts';
import { startServer } from '../../insight/dashboard/server/start-server.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { fieldNote } from '../../core/model/problem.ts';
import { terminationSignal } from '../../core/runtime/termination-signal.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { accessError } from '../objects/access-error.ts';
import type { ClusterFlags, RegistryFlags } from '../options.ts';
import { reportProblems, systemFailure } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { readLayers } from '../report/read-layers.ts';
import { feedOf, type FeedSource } from './feeds.ts';
import type { ReadBuiltImage } from './layers-feed.ts';
import { rowCache, type RowScope } from './row-cache.ts';

/** The parsed options of `taskpack dashboard`. */
export interface DashboardFlags extends ClusterFlags, RegistryFlags {
  readonly namespace?: string;
  readonly allNamespaces?: true;
  /** 0 for a free port. */
  readonly port: number;
}

/** Runs `taskpack dashboard` until SIGINT or SIGTERM. */
export async function runDashboard(flags: DashboardFlags, terminal: Terminal): Promise<void> {
  const stop = terminationSignal(process);
  await withCluster(flags, terminal, async (cluster) => {
    const scope = flags.allNamespaces === true ? {} : { namespace: flags.namespace ?? cluster.namespace };
    await checkAccess(cluster, scope);
    const ended = new AbortController();
    const cache = rowCache(cluster.transport, scope, ended.signal);
    const readImage: ReadBuiltImage = async (build) => readLayers(asBuild(build), flags, terminal);
    try {
      await serveUntil(stop, { cluster, scope, cache, readImage }, flags, terminal);
    } finally {
      ended.abort();
    }
  });
}

async function serveUntil(
  stop: AbortSignal,
  source: FeedSource,
  { port }: DashboardFlags,
  terminal: Terminal,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const server = await startServer(port, {
    name: dashboardName(randomBytes(16)),
    token,
    files: pageFiles(SCRIPT),
    feed: (path) => feedOf(source, path),
    report: (error) => terminal.errors.write(`${inspect(error)}\n`),
  }).catch(systemFailure(`--port ${port}`));
  try {
    await writeTexts(terminal.output, [`${server.address}/#token=${token}\n`]);
    reportProblems([fieldNote([], 'the dashboard is at this address until Ctrl-C')], terminal.errors);
    if (!stop.aborted) await once(stop, 'abort');
  } finally {
    await server.close();
  }
}

/** Fails if there is no API server, no login, or no taskpack, as other commands do. The page shows what the user may not list. */
async function checkAccess({ client }: OpenCluster, scope: RowScope): Promise<void> {
  const resource = BUILDS;
  try {
    for await (const _ of client.list(resource, { ...scope, limit: 1 })) return;
  } catch (error) {
    if (!isKubeError(error, 'FORBIDDEN')) throw accessError(error, { verb: 'list', resource, ...scope });
  }
}
