import type { KubeClient } from '../../../kube/client/kube-client.ts';
import { type KubeObject, kubernetesTime } from '../../../kube/client/kube-object.ts';
import { objectAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Priority } from '../../../runtime/priority-queue.ts';
import { mergePatch, writeStatus } from '../../status.ts';
import type { EventReason } from '../../event-reasons.ts';
import type { RecordEvent } from '../../events.ts';
import { buildRecord, type ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../cache/identity.ts';
import { RETRYING_REASON } from '../decide/decision.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Observation } from '../observe/observation.ts';
import { BUILDS } from '../../../kube/client/resources.ts';
import { buildStatus, type BuildState } from '../status/build-status.ts';
import { maskedMessage, maskedProgress, WITHHOLDING } from '../status/masking.ts';
import type { Recreation } from '../status/recorded-status.ts';

/** Writes what users see of a Build: its status and Events. */
export interface StatusWriter {
  /** Returns the complete next status, including the controller's own state. */
  readonly nextStatus: (observation: Observation, state: BuildState, recreation?: Recreation) => JsonObject;
  /** Writes a status if it differs from the observed one, at this priority among the requests that wait. */
  readonly write: (observation: Observation, next: JsonObject, priority?: Priority) => Promise<void>;
  /** Writes the status of a state if it differs from the observed one. */
  readonly writeState: (observation: Observation, state: BuildState) => Promise<void>;
  readonly recordEvent: (build: ActiveBuild, event: BuildEvent) => void;
}

export interface BuildEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: EventReason;
  readonly note: string;
}

/**
 * Receives each Build once, after its final status is written, and its Pod as the cache has it. A process that is killed right after
 * the write does not call it.
 */
export type OnFinished = (build: KubeObject, pod: JsonObject | undefined) => void;

export interface StatusWriterDependencies {
  readonly client: Pick<KubeClient, 'patch'>;
  readonly onFinished: OnFinished;
  readonly clock: Pick<Clock, 'now'>;
  readonly recordEvent: RecordEvent;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'expectations' | 'recordStatusWrite'>;
}

export function createStatusWriter(dependencies: StatusWriterDependencies): StatusWriter {
  const { client, clock, recordEvent, betweenReconciles, onFinished } = dependencies;
  const nextStatus: StatusWriter['nextStatus'] = (observation, state, recreation = observation.recorded.recreation) => {
    const { build, recorded } = observation;
    const now = clock.now();
    const { retryingSince: _, ...next } = buildStatus(build.object, withoutSecrets(state), kubernetesTime(now));
    return {
      ...next,
      ...(recreation !== undefined && { recreation: { reason: recreation.reason, of: recreation.of } }),
      ...(isRetried(state, observation) && { retryingSince: kubernetesTime(recorded.retryingSince ?? now) }),
    };
  };
  const write = async (
    { build }: Observation,
    next: JsonObject,
    priority?: Priority,
  ): Promise<KubeObject | undefined> => {
    const written = await writeStatus(client, BUILDS, build.object, next, priority);
    if (written === undefined) return undefined;
    betweenReconciles.recordStatusWrite(build.uid);
    betweenReconciles.expectations.builds.expect(objectKey(build.namespace, build.name), buildRecord(written));
    return written;
  };
  return {
    nextStatus,
    write: async (observation, next, priority) => void (await write(observation, next, priority)),
    writeState: async (observation, state) => {
      const written = await write(observation, nextStatus(observation, state));
      const isFinished = state.kind === 'succeeded' || state.kind === 'failed';
      if (written !== undefined && isFinished) onFinished(written, observation.workload?.pod);
    },
    recordEvent: ({ object }, event) => recordEvent({ ...event, regarding: object, action: 'Build' }),
  };
}

/** True if a temporary problem keeps the workload from being created. */
function isRetried(state: BuildState, { lacksPod }: Observation): boolean {
  return state.kind === 'waiting'
    ? lacksPod || state.reason === RETRYING_REASON
    : lacksPod && state.kind === 'in-progress';
}

/** True if writing the status would change the Build. */
export function isStatusChanged({ build }: Observation, next: JsonObject): boolean {
  return mergePatch(objectAt(build.object, 'status'), next) !== undefined;
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
