import { isCancelled } from '../../core/model/build-names.ts';
import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isFinished, succeededCondition } from '../../core/model/conditions.ts';
import { CANCEL_ANNOTATION, IMAGE_LABEL, TRIGGER_ANNOTATION } from '../../core/model/image-metadata.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { fieldNote, type FieldProblem } from '../../core/model/problem.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { namespacedNameOf, readBuild } from '../image-builds.ts';
import type { ClusterFlags } from '../options.ts';
import { failure, reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { waitForEnd, waiting } from '../wait/wait-for-build.ts';

/** The parsed options of `taskpack cancel`. */
export interface CancelFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly wait?: true;
}

/** Runs `taskpack cancel`. */
export async function runCancel(name: string, flags: CancelFlags, terminal: Terminal): Promise<void> {
  await withCluster(flags, terminal, async (cluster) => {
    const build = await readBuild(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    const cancelled = await cancelBuild(cluster, build, terminal);
    if (flags.wait === true) await waitForCancelled(cluster, cancelled, terminal);
  });
}

async function cancelBuild({ client }: OpenCluster, build: KubeObject, terminal: Terminal): Promise<KubeObject> {
  if (isFinished(build)) throw failure(`there is nothing to cancel, because ${describeEnd(build)}`);
  const annotations = { [CANCEL_ANNOTATION]: 'true' };
  const cancelled = isCancelled(build)
    ? build
    : await client.patch(BUILDS, namespacedNameOf(build), { metadata: { annotations } });
  await writeTexts(terminal.output, [`build.kpack.io/${build.metadata.name} cancelled\n`]);
  reportProblems(notesOn(build), terminal.errors);
  return cancelled;
}

function notesOn(build: KubeObject): readonly FieldProblem[] {
  const { name } = build.metadata;
  const { labels, annotations } = asBuild(build).metadata;
  const image = labels.get(IMAGE_LABEL);
  const isFollowed = image !== undefined && annotations.raw[TRIGGER_ANNOTATION] !== undefined;
  return [
    ...(isCancelled(build) ? [fieldNote([], `Build ${name} was cancelled before, and has not ended yet`)] : []),
    ...(isFollowed ? [fieldNote([], `another Build of Image ${image} was triggered, and starts after this one`)] : []),
  ];
}

async function waitForCancelled(cluster: OpenCluster, build: KubeObject, terminal: Terminal): Promise<void> {
  const ended = await waiting(cluster, terminal, async (wanted) =>
    waitForEnd(wanted, wanted.observeBuild(build), build),
  );
  if (failureReason(ended) !== 'Cancelled') throw failure(`${describeEnd(ended)} before it could be cancelled`);
}

/** Returns a clause about the end of a Build, such as `Build app-build-1 has failed (TimedOut)`. */
function describeEnd(build: KubeObject): string {
  const { name } = build.metadata;
  if (succeededCondition(build)?.status === 'True') return `Build ${name} has succeeded`;
  const reason = failureReason(build);
  return `Build ${name} has failed${reason === undefined ? '' : ` (${reason})`}`;
}

/** kpack's controller writes no `status.failure`. */
function failureReason(build: KubeObject): string | undefined {
  return asBuild(build).status.failure?.reason ?? succeededCondition(build)?.reason;
}
