import type { BuildContext } from '../build-context.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { Observation } from '../observe/observation.ts';
import { AGAIN, type Applied } from './applied.ts';
import { fail } from './fail.ts';
import { findWorkload } from './find-workload.ts';
import { remember } from './remember.ts';

/**
 * Ends a Build that has no workload. Where there may be one, the API server is asked first: the answer to its creation
 * may be lost, and nobody looks after what runs for a Build that has ended.
 */
export async function failWithoutWorkload(
  observation: Observation,
  cause: FailureCause,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { build, recorded } = observation;
  const { backend } = recorded;
  const workload = backend && (await findWorkload(build, backend, context, signal));
  if (backend === undefined || workload === undefined) return fail(observation, cause, undefined, context, signal);
  remember(backend, workload, context);
  return AGAIN;
}
