import type { BuildContext } from '../build-context.ts';
import type { Decision } from '../decide/decision.ts';
import type { Observation } from '../observe/observation.ts';
import { fail } from './fail.ts';
import type { ActionResult } from './result.ts';
import { startWorkload } from './start-workload.ts';
import { chooseBackend, recreate, report, wait } from './status-actions.ts';
import { succeed } from './succeed.ts';
import { deleteWorkload, openGate, stopPod, stopWorkload } from './workloads.ts';

/** Carries out a decision. Nothing else writes to the cluster. */
export async function apply(
  context: BuildContext,
  decision: Decision,
  observation: Observation,
): Promise<ActionResult> {
  const { build } = observation;
  switch (decision.kind) {
    case 'wait':
      return wait(context, observation, decision.because, decision.requeueAfterMs);
    case 'choose-backend':
      return chooseBackend(context, observation, decision.backend);
    case 'start':
      return startWorkload(context, observation, decision.backend);
    case 'open-gate':
      return openGate(context, build, decision.pod);
    case 'stop':
      return stopWorkload(context, build, decision.workload, decision.cause);
    case 'stop-pod':
      return stopPod(context, build, decision.pod);
    case 'delete-workload':
      return deleteWorkload(context, build, decision.workload);
    case 'recreate':
      return recreate(context, observation, decision);
    case 'report':
      return report(context, observation, decision.progress, decision.requeueAfterMs);
    case 'succeed':
      return succeed(context, observation, decision.workload);
    case 'fail':
      return fail(context, observation, decision.cause, decision.workload);
  }
}
