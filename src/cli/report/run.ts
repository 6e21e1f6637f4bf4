import { kubernetesTime } from '../../clients/kube/client/kube-object.ts';
import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { reportPage } from '../../insight/report/page.ts';
import { buildView } from '../../insight/views/build-view.ts';
import { builderView } from '../../insight/views/builder-view.ts';
import { detectionView } from '../../insight/views/detection-view.ts';
import { inputsView } from '../../insight/views/inputs-view.ts';
import type { ReportView } from '../../insight/views/report-view.ts';
import { withCluster } from '../cluster.ts';
import type { ClusterFlags, RegistryFlags } from '../options.ts';
import { failure, misuse } from '../problems.ts';
import { systemMessage, writeTexts, type Terminal } from '../terminal.ts';
import { readFromCluster } from './read-from-cluster.ts';
import { readFromFiles } from './read-from-files.ts';
import { readLayers, type ReadLayers } from './read-layers.ts';
import type { ReportInput } from './report-input.ts';

/** The parsed options of `taskpack report`. */
export interface ReportFlags extends ClusterFlags, RegistryFlags {
  readonly namespace?: string;
  readonly output: string;
  readonly from?: readonly string[];
  readonly log?: string;
  readonly offline?: true;
}

/** Runs `taskpack report`. */
export async function runReport(name: string | undefined, flags: ReportFlags, terminal: Terminal): Promise<void> {
  const input = await readInput(name, flags, terminal);
  const content = flags.offline === true ? {} : await readLayers(input.build, flags, terminal);
  const page = reportPage(viewOf(input, content, Date.now()));
  if (flags.output === '-') await writeTexts(terminal.output, [page]);
  else await writePage(flags.output, page);
}

async function readInput(name: string | undefined, flags: ReportFlags, terminal: Terminal): Promise<ReportInput> {
  const { from, log } = flags;
  if (from !== undefined) return readFromFiles({ from, log, name }, terminal);
  if (log !== undefined) throw misuse("option '--log <file>' has no effect without --from");
  if (name === undefined) throw misuse('name a Build, or use --from with a file');
  return withCluster(flags, terminal, async (cluster) =>
    readFromCluster(cluster, { namespace: flags.namespace ?? cluster.namespace, name }),
  );
}

function viewOf({ build, pod, builder, log, gaps }: ReportInput, content: ReadLayers, nowMs: number): ReportView {
  const view = buildView({ build, nowMs, ...(pod !== undefined && { pod }) });
  const detectLog = log.find(({ title }) => title === 'detect')?.lines ?? [];
  return {
    createdAt: kubernetesTime(nowMs),
    build: view,
    inputs: inputsView(build),
    log,
    ...(builder !== undefined && { detection: detectionView(builderView(builder), view, detectLog) }),
    ...(content.content !== undefined && { content: content.content }),
    gaps: [...gaps, ...(content.gap === undefined ? [] : [content.gap])],
  };
}

/**
 * Writes the page beside the file and then renames it, so that a reader never sees half a page. A link stays, and so does a
 * device or a named pipe, such as /dev/null.
 */
async function writePage(file: string, page: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}`;
  try {
    const isFile = await stat(target).then(
      (stats) => stats.isFile(),
      () => true,
    );
    await writeFile(isFile ? draft : target, page);
    if (isFile) await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw failure(`--output ${file}: ${systemMessage(error)}`);
  }
}
