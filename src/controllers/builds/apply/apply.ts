import type { KubeClient } from '../../../kube/client/kube-client.ts';
import type { Decision } from '../decide/decision.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Observation } from '../observe/observation.ts';
import type { Start } from '../start/start.ts';
import type { ReadPhaseStarts } from './creator-phases.ts';
import { createFail } from './fail.ts';
import { createLogTails, type LogTailDependencies } from './log-tails.ts';
import type { ActionResult } from './result.ts';
import { createStartWorkload } from './start-workload.ts';
import { createStatusActions } from './status-actions.ts';
import { createStatusWriter, type StatusWriterDependencies } from './status-writer.ts';
import { createSucceed, type SucceedDependencies } from './succeed.ts';
import { createWorkloads } from './workloads.ts';

/** Carries out a decision. Nothing else writes to the cluster. */
export type Apply = (decision: Decision, observation: Observation, signal: AbortSignal) => Promise<ActionResult>;

export interface ApplyDependencies extends LogTailDependencies, StatusWriterDependencies {
  readonly client: Pick<KubeClient, 'get' | 'patch' | 'delete'>;
  readonly registry: SucceedDependencies['registry'];
  readonly readPhaseStarts: ReadPhaseStarts;
  readonly start: Start;
  readonly betweenReconciles: StateBetweenReconciles;
}

/** Creates all actions with their dependencies. */
export function createApply(dependencies: ApplyDependencies): Apply {
  const { registry, readSecrets, readPhaseStarts, start, betweenReconciles } = dependencies;
  const status = createStatusWriter(dependencies);
  const logs = createLogTails(dependencies);
  const workloads = createWorkloads({ ...dependencies, logs });
  const { wait, chooseBackend, recreate, report } = createStatusActions({ status, betweenReconciles });
  const fail = createFail({ status, workloads, logs, readSecrets, readPhaseStarts });
  const succeed = createSucceed({ status, registry, fail, readPhaseStarts });
  const startWorkload = createStartWorkload({ start, workloads, status, betweenReconciles, wait, fail });
  return async (decision, observation, signal) => {
    const { build } = observation;
    switch (decision.kind) {
      case 'wait':
        return wait(observation, decision.because, decision.requeueAfterMs);
      case 'choose-backend':
        return chooseBackend(observation, decision.backend);
      case 'start':
        return startWorkload(observation, decision.backend, signal);
      case 'open-gate':
        return workloads.openGate(build, decision.pod, signal);
      case 'stop':
        return workloads.stop(build, decision.workload, decision.cause, signal);
      case 'stop-pod':
        return workloads.stopPod(build, decision.pod, signal);
      case 'delete-workload':
        return workloads.delete(build, decision.workload, signal);
      case 'recreate':
        return recreate(observation, decision);
      case 'report':
        return report(observation, decision.progress, decision.requeueAfterMs);
      case 'succeed':
        return succeed(observation, decision.workload, signal);
      case 'fail':
        return fail(observation, decision.cause, decision.workload, signal);
    }
  };
}
