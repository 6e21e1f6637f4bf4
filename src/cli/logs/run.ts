import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { humanDuration } from '../../insight/views/duration.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { NamedObject } from '../object-names.ts';
import { misuse } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { findLoggedBuild } from './find-logged-build.ts';
import type { LogsFlags } from './logs-flags.ts';
import { showBuild, type Showing } from './show-build.ts';
import { statusLine, type StatusText } from './status-line.ts';

/** Runs `taskpack logs`. */
export async function runLogs(object: NamedObject | undefined, flags: LogsFlags, terminal: Terminal): Promise<void> {
  checkSelection(object, flags);
  await withCluster(flags, terminal, async (cluster) => {
    const stop = new AbortController();
    try {
      const key = await findBuild(cluster, object, { flags, terminal, stop });
      await showBuild({ cluster, key, flags, terminal, stop });
    } finally {
      stop.abort();
    }
  });
}

function checkSelection(object: NamedObject | undefined, { last, build }: LogsFlags): void {
  if (object === undefined && last !== true) {
    throw misuse("missing argument 'object': name a Build or an Image, or use --last for the newest Build");
  }
  if (object?.kind !== 'Build') return;
  if (last === true) throw misuse('--last selects a Build of an Image, so the object must be an Image');
  if (build !== undefined) throw misuse('--build selects a Build of an Image, so the object must be an Image');
}

/** Returns the name of the Build. With --follow, waits for the first Build of an Image. */
async function findBuild(
  cluster: OpenCluster,
  object: NamedObject | undefined,
  { flags, terminal, stop }: Pick<Showing, 'flags' | 'terminal' | 'stop'>,
): Promise<NamespacedName> {
  const startedMs = Date.now();
  let wanted: string | undefined;
  const now = (): StatusText | undefined => {
    if (wanted === undefined) return undefined;
    const elapsed = humanDuration(Date.now() - startedMs);
    return { elapsed, text: `waits for the first Build: ${wanted}`, isWait: true };
  };
  const line = statusLine({
    subject: object === undefined ? '' : `Image ${object.name}`,
    terminal,
    clock: SYSTEM_CLOCK,
    now,
  });
  try {
    return await findLoggedBuild(
      cluster,
      {
        namespace: flags.namespace ?? cluster.namespace,
        object,
        isOfImage: flags.last === true || flags.build !== undefined,
        follow: flags.follow === true,
        ...(flags.build !== undefined && { number: flags.build }),
      },
      { stop, onWait: (text) => void (wanted = text) },
    );
  } finally {
    line.end();
  }
}
