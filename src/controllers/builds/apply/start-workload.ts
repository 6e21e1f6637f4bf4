import { boundedNames } from '../../../model/bounded-messages.ts';
import { RETRYING_REASON } from '../decide/decision.ts';
import { MISSING_REFERENCE_TIMEOUT_MS, retryLimitSeconds } from '../../../model/wait-limits.ts';
import { DENIAL_TIMEOUT_MS } from '../failure/denial.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Observation } from '../observe/observation.ts';
import type { Start, Started, StartResult } from '../start/start.ts';
import type { Backend } from '../status/recorded-status.ts';
import type { Fail } from './fail.ts';
import type { ActionResult } from './result.ts';
import type { StatusActions } from './status-actions.ts';
import type { StatusWriter } from './status-writer.ts';
import type { Workloads } from './workloads.ts';

/** Creates the workload, or explains why there is none. Throws if another try can succeed. */
export type StartWorkload = (observation: Observation, backend: Backend, signal: AbortSignal) => Promise<ActionResult>;

export interface StartWorkloadDependencies {
  readonly start: Start;
  readonly workloads: Pick<Workloads, 'expect'>;
  readonly status: Pick<StatusWriter, 'recordEvent'>;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'recordDenial' | 'clearDenials' | 'statusWriteDelayMs'>;
  readonly wait: StatusActions['wait'];
  readonly fail: Fail;
}

/** The status of the Build can wait until other Builds have started. */
const REPORT_LATER: ActionResult = { kind: 'requeue', afterMs: 0 };

/** A missing object is read again after this time, then after twice as long each time: no watch shows when it appears. */
const MISSING_REFERENCE_MIN_DELAY_MS = 2000;

export function createStartWorkload(dependencies: StartWorkloadDependencies): StartWorkload {
  const { start, betweenReconciles, wait, fail } = dependencies;
  const handle = resultHandler(dependencies);
  return async (observation, backend, signal) => {
    const { build, builder, recorded, observedForMs, retryingForMs = 0 } = observation;
    try {
      const result = await start(
        {
          build,
          backend,
          recreation: recorded.recreation,
          builder: builder.kind === 'ready' ? builder.builder : undefined,
        },
        signal,
      );
      if (result.kind !== 'denied') betweenReconciles.clearDenials(build.uid);
      return await handle(result, observation, backend, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const failingForMs = Math.max(retryingForMs, observedForMs('failing start'));
      const seconds = retryLimitSeconds(observation);
      if (!signal.aborted && failingForMs >= seconds * 1000) {
        const cause = { kind: 'workload-not-created', message, seconds } as const;
        return fail(observation, cause, undefined, signal);
      }
      const isTooSoon = betweenReconciles.statusWriteDelayMs(build.uid) > 0;
      if (!signal.aborted && !isTooSoon) {
        const because = { reason: RETRYING_REASON, message };
        // The API server itself may be the problem, so the status may not be written either.
        await wait(observation, because).catch(() => undefined);
      }
      throw error;
    }
  };
}

function resultHandler({ workloads, status, betweenReconciles, wait, fail }: StartWorkloadDependencies) {
  return async (
    result: StartResult,
    observation: Observation,
    backend: Backend,
    signal: AbortSignal,
  ): Promise<ActionResult> => {
    const { build, observedForMs } = observation;
    switch (result.kind) {
      case 'started': {
        workloads.expect(backend, result.workload);
        status.recordEvent(build, { type: 'Normal', reason: 'Started', note: startedNote(result) });
        return REPORT_LATER;
      }
      case 'missing': {
        const { problem, reason } = result;
        const missingForMs = observedForMs(problem.message);
        const leftMs = MISSING_REFERENCE_TIMEOUT_MS - missingForMs;
        if (leftMs <= 0) return fail(observation, { kind: 'refused', problems: [problem] }, undefined, signal);
        const because = { reason, message: problem.message };
        return wait(observation, because, Math.min(Math.max(missingForMs, MISSING_REFERENCE_MIN_DELAY_MS), leftMs));
      }
      case 'refused':
      case 'rejected':
        return fail(observation, result, undefined, signal);
      case 'denied': {
        if (betweenReconciles.recordDenial(build.uid) < DENIAL_TIMEOUT_MS) throw result.error;
        return fail(observation, { kind: 'rejected', message: result.error.message }, undefined, signal);
      }
    }
  };
}

/** The API server refuses Events with longer notes than 1 kB, and a key has up to 317 characters. */
const MAX_LEFT_OUT_FIELDS = 2;

/** Names the workload, who can read the registry credentials of the Build, and what the workload did not get. */
function startedNote({ workload, lifecycleImage, leftOut }: Started): string {
  const trust =
    lifecycleImage === undefined
      ? 'its builder is trusted: the phases with registry credentials run from the builder image'
      : `its builder is not trusted: the phases with registry credentials run from ${lifecycleImage}`;
  const without = leftOut.length === 0 ? '' : `; not copied to it: ${boundedNames(leftOut, MAX_LEFT_OUT_FIELDS)}`;
  return `${workload.kind} ${workload.metadata.name} was created; ${trust}${without}`;
}
