import type { Outcome } from '../../core/runtime/controller.ts';
import { requeueIfBehind } from '../kit/requeue-if-behind.ts';
import { apply } from './apply/apply.ts';
import type { BuildContext } from './build-context.ts';
import { decide } from './decide/decide.ts';
import { observe } from './observe/observe.ts';
import type { ObservedForMs } from './state-between-reconciles/state-between-reconciles.ts';

/** The maximum number of decisions in one reconcile. After that, the Build goes to the end of the queue. */
const MAX_DECISIONS = 8;

/** Observes a Build, decides and applies, until the Build has to wait. */
export async function reconcileBuild(context: BuildContext, key: string): Promise<Outcome> {
  const { cluster, betweenReconciles } = context;
  const build = cluster.build(key);
  if (build?.kind !== 'active') return { kind: 'done' };
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
