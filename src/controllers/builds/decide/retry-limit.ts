import type { Observation } from '../observe/observation.ts';

/**
 * The limit of a Build without `activeDeadlineSeconds`. A quota can be full for hours, so the limit is a day. kpack has no
 * limit.
 */
const DEFAULT_RETRY_LIMIT_SECONDS = 86_400;

/** Returns the number of seconds for which the controller tries to create the Pod or TaskRun of a Build. */
export function retryLimitSeconds({ timeLimitSeconds }: Pick<Observation, 'timeLimitSeconds'>): number {
  return timeLimitSeconds ?? DEFAULT_RETRY_LIMIT_SECONDS;
}
