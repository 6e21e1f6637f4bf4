import { type KubeObject, kubernetesTime } from '../../../clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asBuild } from '../../../core/model/objects/build.ts';
import type { Priority } from '../../../core/runtime/priority-queue.ts';
import { mergePatch, writeStatus } from '../../kit/status.ts';
import type { EventReason } from '../../kit/event-reasons.ts';
import type { BuildContext } from '../build-context.ts';
import { buildRecord, type ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../../kit/identity.ts';
import { RETRYING_REASON } from '../decide/decision.ts';
import type { Observation } from '../observe/observation.ts';
import { BUILDS } from '../../../clients/kube/client/resources.ts';
import { buildStatus, type BuildState } from '../status/build-status.ts';
import { maskedMessage, maskedProgress, WITHHOLDING } from '../status/masking.ts';

export interface BuildEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: EventReason;
  readonly note: string;
}

/** Returns the complete next status, including the controller's own state. */
export function nextStatus(
  { clock }: BuildContext,
  observation: Observation,
  state: BuildState,
  recreation = observation.recorded.recreation,
): JsonObject {
  const { build, recorded } = observation;
  const now = clock.now();
  const { retryingSince: _, ...next } = buildStatus(build.object, withoutSecrets(state), kubernetesTime(now));
  return {
    ...next,
    ...(recreation !== undefined && { recreation: { reason: recreation.reason, of: recreation.of } }),
    ...(isRetried(state, observation) && { retryingSince: kubernetesTime(recorded.retryingSince ?? now) }),
  };
}

/** Writes a status if it differs from the observed one, at this priority among the requests that wait. Returns the changed Build. */
export async function writeBuildStatus(
  { client, betweenReconciles }: BuildContext,
  { build }: Observation,
  next: JsonObject,
  priority?: Priority,
): Promise<KubeObject | undefined> {
  const written = await writeStatus(client, BUILDS, build.object, next, priority);
  if (written === undefined) return undefined;
  betweenReconciles.recordStatusWrite(build.uid);
  betweenReconciles.expectations.builds.expect(objectKey(build.namespace, build.name), buildRecord(written));
  return written;
}

/** Writes the status of a state if it differs from the observed one. */
export async function writeState(context: BuildContext, observation: Observation, state: BuildState): Promise<void> {
  const written = await writeBuildStatus(context, observation, nextStatus(context, observation, state));
  const isFinished = state.kind === 'succeeded' || state.kind === 'failed';
  if (written !== undefined && isFinished) context.onFinished(written, observation.workload?.pod);
}

export function recordBuildEvent({ recordEvent }: BuildContext, { object }: ActiveBuild, event: BuildEvent): void {
  recordEvent({ ...event, regarding: object, action: 'Build' });
}

/** True if a temporary problem keeps the workload from being created. */
function isRetried(state: BuildState, { lacksPod }: Observation): boolean {
  return state.kind === 'waiting'
    ? lacksPod || state.reason === RETRYING_REASON
    : lacksPod && state.kind === 'in-progress';
}

/** True if writing the status would change the Build. */
export function isStatusChanged({ build }: Observation, next: JsonObject): boolean {
  return mergePatch(asBuild(build.object).status.raw, next) !== undefined;
}

/** Masks the output of containers. A failure is masked already, by its Secrets. */
function withoutSecrets(state: BuildState): BuildState {
  switch (state.kind) {
    case 'waiting':
      return maskedMessage(state, WITHHOLDING);
    case 'failed':
      return state;
    case 'in-progress':
    case 'succeeded':
      return { ...state, progress: maskedProgress(state.progress, WITHHOLDING) };
  }
}
