import type { KubeObject } from '../../kube/client/kube-object.ts';
import { succeededCondition } from '../../model/conditions.ts';
import { objectAt, textAt } from '../../model/json-field.ts';

/** Returns a clause about the end of a Build, such as `Build app-build-1 has failed (TimedOut)`. */
export function describeEnd(build: KubeObject): string {
  const { name } = build.metadata;
  if (succeededCondition(build)?.status === 'True') return `Build ${name} has succeeded`;
  const reason = failureReason(build);
  return `Build ${name} has failed${reason === undefined ? '' : ` (${reason})`}`;
}

/** True if the Build failed for this reason. */
export function hasReason(build: KubeObject, reason: string): boolean {
  return failureReason(build) === reason;
}

/** kpack's controller writes no `status.failure`. */
function failureReason(build: KubeObject): string | undefined {
  return textAt(objectAt(objectAt(build, 'status'), 'failure'), 'reason') ?? succeededCondition(build)?.reason;
}
