import { taskRunNameOf } from '../../core/model/build-names.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { objectKey } from '../kit/identity.ts';
import { requeueIfBehind } from '../kit/requeue-if-behind.ts';
import { apply } from './apply/apply.ts';
import { askAgain, giveLogin, type SigningBuild, takeLogin } from './apply/chains-login.ts';
import { type ActionResult, endReconcile } from './apply/result.ts';
import type { BuildContext } from './build-context.ts';
import type { InactiveBuild } from './cache/build-record.ts';
import { decide } from './decide/decide.ts';
import { decideOnChains } from './decide/decide-on-chains.ts';
import type { ClusterView } from './observe/cluster-view.ts';
import { observe } from './observe/observe.ts';
import type { ObservedForMs } from './state-between-reconciles/state-between-reconciles.ts';

/** The maximum number of decisions in one reconcile. After that, the Build goes to the end of the queue. */
const MAX_DECISIONS = 8;

/** Observes a Build, decides and applies, until the Build has to wait. */
export async function reconcileBuild(context: BuildContext, key: string): Promise<Outcome> {
  const { cluster, betweenReconciles } = context;
  const build = cluster.build(key);
  if (build?.kind === 'inactive') return reconcileFinishedBuild(context, build);
  if (build === undefined) return { kind: 'done' };
  const { observedForMs, dropUnobserved } = betweenReconciles.timersOf(build);
  const outcome = await advance(context, key, observedForMs);
  if (cluster.build(key)?.kind === 'active') dropUnobserved();
  else betweenReconciles.forget(build.uid);
  return outcome;
}

async function advance(context: BuildContext, key: string, observedForMs: ObservedForMs): Promise<Outcome> {
  const { settings, cluster, clock, recordBackend } = context;
  for (let decisions = 0; decisions < MAX_DECISIONS; decisions += 1) {
    const build = cluster.build(key);
    if (build?.kind !== 'active') return { kind: 'done' };
    const observation = observe(build, cluster, observedForMs, clock.now());
    if (observation.recorded.backend !== undefined) recordBackend(observation.recorded.backend);
    const result = await apply(context, decide(observation, settings), observation);
    if (result.kind !== 'observe-again') return requeueIfBehind(result, cluster.expiresInMs(build));
  }
  return { kind: 'requeue', afterMs: 0 };
}

/**
 * Gives Tekton Chains a login for the image of a Build that has succeeded, and takes the login back. Does nothing for any other
 * finished Build, because nothing may sign an image that the controller has not confirmed.
 */
async function reconcileFinishedBuild(context: BuildContext, build: InactiveBuild): Promise<Outcome> {
  const signing = signingBuild(build, context.cluster);
  if (signing === undefined) return { kind: 'done' };
  const result = await act(context, signing);
  return result.kind === 'observe-again' ? { kind: 'requeue', afterMs: 0 } : result;
}

/** Checks the owner of the TaskRun, because an older Build with the same name may have left one behind. */
function signingBuild(build: InactiveBuild, { taskRun: find }: Pick<ClusterView, 'taskRun'>): SigningBuild | undefined {
  const taskRun = find(objectKey(build.namespace, taskRunNameOf(build.name)));
  if (!build.hasSucceeded || taskRun?.chains === undefined || taskRun.owner?.uid !== build.uid) return undefined;
  return { build, taskRun, chains: taskRun.chains };
}

async function act(context: BuildContext, signing: SigningBuild): Promise<ActionResult> {
  const decision = decideOnChains(signing.chains, context.clock.now());
  switch (decision.kind) {
    case 'done':
      return { kind: 'done' };
    case 'wait':
      return endReconcile(decision.afterMs);
    case 'give-login':
      return giveLogin(context, signing);
    case 'ask-again':
      return askAgain(context, signing);
    case 'take-login':
      return takeLogin(context, signing);
  }
}
