import type { BuildContext } from '../build-context.ts';
import type { Decision } from '../decide/decision.ts';
import type { Observation } from '../observe/observation.ts';
import type { Applied } from './applied.ts';
import { chooseBackend } from './choose-backend.ts';
import { fail } from './fail.ts';
import { deleteWorkload } from './delete-workload.ts';
import { failWithoutWorkload } from './fail-without-workload.ts';
import { openGate } from './open-gate.ts';
import { recreate } from './recreate.ts';
import { report } from './report.ts';
import { startWorkload } from './start-workload.ts';
import { stopWorkload } from './stop-workload.ts';
import { succeed } from './succeed.ts';
import { wait } from './wait.ts';

/** Does what was decided. Nothing else writes. */
export async function apply(
  decision: Decision,
  observation: Observation,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  switch (decision.kind) {
    case 'wait':
      return wait(observation, decision.because, decision.after, context);
    case 'choose-backend':
      return chooseBackend(observation, decision.backend, context);
    case 'start':
      return startWorkload(observation, decision.backend, context, signal);
    case 'open-gate':
      return openGate(observation, decision.pod, context, signal);
    case 'stop':
      return stopWorkload(observation, decision.workload, decision.cause, context, signal);
    case 'delete-workload':
      return deleteWorkload(observation, decision.workload, context, signal);
    case 'recreate':
      return recreate(observation, decision.pod, decision.reason, context);
    case 'report':
      return report(observation, decision.progress, decision.after, context);
    case 'succeed':
      return succeed(observation, decision.workload, context, signal);
    case 'fail':
      return decision.workload === undefined
        ? failWithoutWorkload(observation, decision.cause, context, signal)
        : fail(observation, decision.cause, decision.workload, context, signal);
  }
}
