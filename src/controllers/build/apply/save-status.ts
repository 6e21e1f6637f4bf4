import type { JsonObject } from '../../../model/json.ts';
import { objectAt } from '../../../model/json-field.ts';
import { kubernetesTime } from '../../cluster/conditions.ts';
import { mergePatch, writeStatus } from '../../cluster/write-status.ts';
import type { BuildContext } from '../build-context.ts';
import { buildRecord } from '../kept/build-record.ts';
import { keyIn } from '../kept/identity.ts';
import { maskedProgress, withWords } from '../masking/masked-progress.ts';
import { WITHHOLDING } from '../masking/masking.ts';
import type { Observation } from '../observe/observation.ts';
import type { Recreation } from '../observe/recorded-status.ts';
import { BUILDS } from '../resources.ts';
import type { BuildState } from '../status/build-state.ts';
import { buildStatus } from '../status/build-status.ts';

/** The status that says so, with what the controller remembers in it. */
export function nextStatus(
  { build, recorded }: Observation,
  state: BuildState,
  now: number,
  recreation: Recreation | undefined = recorded.recreation,
): JsonObject {
  return {
    ...buildStatus(build.object, withoutSecrets(state), kubernetesTime(now)),
    ...(recreation !== undefined && { recreation: { reason: recreation.reason, of: recreation.of } }),
  };
}

/** What containers have said comes into no status as it is; a Build that fails is told with its Secrets known. */
function withoutSecrets(state: BuildState): BuildState {
  switch (state.kind) {
    case 'waiting':
      return withWords(state, WITHHOLDING);
    case 'failed':
      return state;
    case 'in-progress':
    case 'succeeded':
      return { ...state, progress: maskedProgress(state.progress, WITHHOLDING) };
  }
}

/** Whether a status says something new. */
export function isNews({ build }: Observation, next: JsonObject): boolean {
  return mergePatch(objectAt(build.object, 'status'), next) !== undefined;
}

/** Writes a status, if it says something new, and remembers what was written. */
export async function saveStatus(
  { build }: Observation,
  next: JsonObject,
  { ports, recent, pace }: BuildContext,
): Promise<void> {
  const written = await writeStatus(ports.client, BUILDS, build.object, next);
  if (written === undefined) return;
  pace.written(build.uid);
  recent.builds.put(keyIn(build.namespace, build.name), buildRecord(written));
}
