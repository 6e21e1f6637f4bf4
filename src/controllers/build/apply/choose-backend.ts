import type { BuildContext } from '../build-context.ts';
import type { Observation } from '../observe/observation.ts';
import type { Backend } from '../observe/recorded-status.ts';
import { AGAIN, type Applied } from './applied.ts';
import { nextStatus, saveStatus } from './save-status.ts';

/** Records what will run the Build before anything is made, so that it never gets two workloads. */
export async function chooseBackend(
  observation: Observation,
  backend: Backend,
  context: BuildContext,
): Promise<Applied> {
  const what = backend === 'tekton' ? 'a TaskRun' : 'a Pod';
  const state = { kind: 'waiting', reason: 'Starting', message: `${what} is being made`, backend } as const;
  await saveStatus(observation, nextStatus(observation, state, context.ports.now()), context);
  return AGAIN;
}
