import type { KubeObject } from '../../kube/client/kube-object.ts';
import { succeededCondition } from '../../model/conditions.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';

/** Returns what an unfinished Build does, in a few words; `undefined` between two phases. */
export function activityOf(build: KubeObject): string | undefined {
  const { status, reason, message } = succeededCondition(build) ?? {};
  if (status === undefined) return 'waits for its controller';
  const phase = runningPhase(objectAt(build, 'status'));
  if (phase !== undefined) return phase;
  if (reason === undefined && message === undefined) return undefined;
  return `waits: ${[reason, message].filter((text) => text !== undefined).join(': ')}`;
}

/** Returns the phase that runs. kpack's controller reports only the phases that have ended. */
function runningPhase(status: JsonObject): string | undefined {
  const running = objectsAt(status, 'steps').find(
    (step) => textAt(step, 'startedAt') !== undefined && step['exitCode'] === undefined,
  );
  return running === undefined ? undefined : textAt(running, 'name');
}
