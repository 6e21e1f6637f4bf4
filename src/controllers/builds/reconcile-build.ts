import type { Outcome, Reconcile } from '../../runtime/controller.ts';
import type { Clock } from '../../runtime/clock.ts';
import { requeueIfBehind } from '../requeue-if-behind.ts';
import type { Apply } from './apply/apply.ts';
import type { ControllerSettings } from '../../settings/controller-settings.ts';
import { decide } from './decide/decide.ts';
import type { StateBetweenReconciles, ObservedForMs } from './state-between-reconciles/state-between-reconciles.ts';
import type { ClusterView } from './observe/cluster-view.ts';
import { observe } from './observe/observe.ts';
import type { Backend } from './status/recorded-status.ts';

export interface ReconcilerDependencies {
  readonly settings: ControllerSettings;
  readonly cluster: ClusterView;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'timersOf' | 'forget'>;
  readonly apply: Apply;
  readonly clock: Pick<Clock, 'now'>;
  /** Names the backend of the Build that is being reconciled, for logs and traces. */
  readonly recordBackend: (backend: Backend) => void;
}

/** The maximum number of decisions in one reconcile. After that, the Build goes to the end of the queue. */
const MAX_DECISIONS = 8;

/** Returns the reconcile function: observes a Build, decides and applies, until the Build has to wait. */
export function createReconciler(dependencies: ReconcilerDependencies): Reconcile {
  const { cluster, betweenReconciles } = dependencies;
  const advance = decisionLoop(dependencies);
  return async (key, signal) => {
    const build = cluster.build(key);
    if (build?.kind !== 'active') return { kind: 'done' };
    const { observedForMs, dropUnobserved } = betweenReconciles.timersOf(build);
    const outcome = await advance(key, observedForMs, signal);
    if (cluster.build(key)?.kind === 'active') dropUnobserved();
    else betweenReconciles.forget(build.uid);
    return outcome;
  };
}

function decisionLoop({ settings, cluster, apply, clock, recordBackend }: ReconcilerDependencies) {
  return async (key: string, observedForMs: ObservedForMs, signal: AbortSignal): Promise<Outcome> => {
    for (let decisions = 0; decisions < MAX_DECISIONS; decisions += 1) {
      const build = cluster.build(key);
      if (build?.kind !== 'active') return { kind: 'done' };
      const observation = observe(build, cluster, observedForMs, clock.now());
      if (observation.recorded.backend !== undefined) recordBackend(observation.recorded.backend);
      const result = await apply(decide(observation, settings), observation, signal);
      if (result.kind !== 'observe-again') return requeueIfBehind(result, cluster.expiresInMs(build));
    }
    return { kind: 'requeue', afterMs: 0 };
  };
}
