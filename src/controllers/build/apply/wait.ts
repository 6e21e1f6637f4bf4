import type { BuildContext } from '../build-context.ts';
import type { Waiting } from '../decide/decision.ts';
import type { Observation } from '../observe/observation.ts';
import { nothingFor, type Applied } from './applied.ts';
import { isNews, nextStatus, saveStatus } from './save-status.ts';

/** Says why nothing runs, and comes back when it is time to. */
export async function wait(
  observation: Observation,
  because: Waiting | undefined,
  after: number | undefined,
  context: BuildContext,
): Promise<Applied> {
  if (because !== undefined) {
    const { backend } = observation.recorded;
    const state = { kind: 'waiting', ...because, ...(backend !== undefined && { backend }) } as const;
    const next = nextStatus(observation, state, context.ports.now());
    if (isNews(observation, next)) await saveStatus(observation, next, context);
  }
  return nothingFor(after);
}
