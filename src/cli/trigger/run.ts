import type { Build } from '../../core/api/kpack/build.ts';
import { outcomeOf } from '../../core/images/build-history.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { ObservedValue } from '../../insight/logs/observed-value.ts';
import { fieldNote, type FieldProblem } from '../../core/model/problem.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { statusConditionOf } from '../../core/model/conditions.ts';
import { readImage } from '../image-builds.ts';
import type { ClusterFlags } from '../options.ts';
import { reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { reportEnd } from '../wait/report-end.ts';
import { waitForEnd, waiting, type Observed, type Waiting } from '../wait/wait-for-build.ts';
import { requestBuild } from './request-build.ts';
import { triggeredBuild } from './triggered-build.ts';

/** The parsed options of `taskpack trigger`. */
export interface TriggerFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly wait?: true;
}

/** Runs `taskpack trigger`. */
export async function runTrigger(name: string, flags: TriggerFlags, terminal: Terminal): Promise<void> {
  await withCluster(flags, terminal, async (cluster) => {
    const image = await readImage(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    await triggerBuild(cluster, image, flags, terminal);
  });
}

/** Requests another Build of an Image. With `wait`, waits for exactly this Build and reports its end. */
export async function triggerBuild(
  cluster: OpenCluster,
  image: KubeObject,
  { wait = false }: { readonly wait?: boolean },
  terminal: Terminal,
): Promise<void> {
  const newest = await requestBuild(cluster, image, new Date().toISOString());
  await writeTexts(terminal.output, [`image.kpack.io/${image.metadata.name} triggered\n`]);
  reportProblems(delayNotes(image, newest), terminal.errors);
  if (!wait) return;
  const build = await waiting(cluster, terminal, async (wanted) => {
    const [seen, triggered] = await waitForTriggered(wanted, cluster, image, newest);
    return waitForEnd(wanted, seen, triggered);
  });
  await reportEnd(build, terminal);
}

/** Returns a note if the triggered Build cannot start at once. */
function delayNotes(image: KubeObject, newest: Build): readonly FieldProblem[] {
  if (outcomeOf(newest) === 'Unknown') {
    return [fieldNote([], `Build ${newest.metadata.name} has not finished; the triggered Build starts after it`)];
  }
  const queued = statusConditionOf(image, 'Queued');
  if (queued?.status !== 'True') return [];
  return [fieldNote([], `the next Build is in the queue already, and counts as triggered: ${queued.message ?? ''}`)];
}

/** Waits until the triggered Build exists. Triggers again if another Build came first or the newest Build was deleted. */
async function waitForTriggered(
  waitingFor: Waiting,
  cluster: OpenCluster,
  image: KubeObject,
  first: Build,
): Promise<readonly [ObservedValue<Observed>, KubeObject]> {
  const { wait, observeImage, onInterrupt } = waitingFor;
  onInterrupt(`Image ${image.metadata.name} gets the triggered Build`);
  let newest = first;
  for (;;) {
    const after = newest;
    // Lists that are older than the trigger lack Builds that it depends on.
    const seen = observeImage(image);
    const found = await wait.until(seen, (now) => triggeredBuild(image, now, after));
    if (found !== 'missed') return [seen, found];
    newest = await requestBuild(cluster, image, new Date().toISOString());
  }
}
