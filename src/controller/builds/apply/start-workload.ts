import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../../clients/kube/client/resource.ts';
import { CONFIG_MAPS, PODS, SERVICE_ACCOUNTS, TASK_RUNS } from '../../../clients/kube/client/resources.ts';
import { boundedNames } from '../../../core/model/bounded-messages.ts';
import type { Manifest } from '../../../core/model/kubernetes-object.ts';
import type { FieldProblem } from '../../../core/model/problem.ts';
import { MISSING_REFERENCE_TIMEOUT_MS, retryLimitSeconds } from '../../../core/model/wait-limits.ts';
import type { BuildContext } from '../build-context.ts';
import { RETRYING_REASON } from '../decide/decision.ts';
import { DENIAL_TIMEOUT_MS } from '../failure/denial.ts';
import type { Observation } from '../observe/observation.ts';
import { createObject, type Owner, type Rejection } from '../start/create-object.ts';
import type { Missing } from '../start/read-references.ts';
import { resolve, type StartRequest } from '../start/resolve.ts';
import { translate } from '../start/translate.ts';
import { checkAccount } from '../start/workload-account.ts';
import type { Backend } from '../status/recorded-status.ts';
import { fail } from './fail.ts';
import type { ActionResult } from './result.ts';
import { wait } from './status-actions.ts';
import { recordBuildEvent } from './status-writer.ts';
import { expectWorkload } from './workloads.ts';

/** The status of the Build can wait until other Builds have started. */
const REPORT_LATER: ActionResult = { kind: 'requeue', afterMs: 0 };

/** A missing object is read again after this time, then after twice as long each time: no watch shows when it appears. */
const MISSING_REFERENCE_MIN_DELAY_MS = 2000;

/** Creates the workload, or explains why there is none. Throws if another try can succeed. */
export async function startWorkload(
  context: BuildContext,
  observation: Observation,
  backend: Backend,
): Promise<ActionResult> {
  const { betweenReconciles, signal } = context;
  const { build, builder, recorded, observedForMs, retryingForMs = 0 } = observation;
  try {
    const result = await createWorkload(context, {
      build,
      backend,
      recreation: recorded.recreation,
      builder: builder.kind === 'ready' ? builder.builder : undefined,
    });
    if (result.kind !== 'denied') betweenReconciles.clearDenials(build.uid);
    return await handleResult(context, result, observation, backend);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failingForMs = Math.max(retryingForMs, observedForMs('failing start'));
    const seconds = retryLimitSeconds(observation);
    if (!signal.aborted && failingForMs >= seconds * 1000) {
      return fail(context, observation, { kind: 'workload-not-created', message, seconds });
    }
    const isTooSoon = betweenReconciles.statusWriteDelayMs(build.uid) > 0;
    if (!signal.aborted && !isTooSoon) {
      const because = { reason: RETRYING_REASON, message };
      // The API server itself may be the problem, so the status may not be written either.
      await wait(context, observation, because).catch(() => undefined);
    }
    throw error;
  }
}

type StartResult =
  | Started
  | Missing
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | Exclude<Rejection, { kind: 'transient' }>;

interface Started {
  readonly kind: 'started';
  readonly workload: KubeObject;
  /** Absent if the builder's own lifecycle has the registry credentials. */
  readonly lifecycleImage: string | undefined;
  /** The labels and annotations of the Build that the workload did not get, as `metadata.FIELD[KEY]`. */
  readonly leftOut: readonly string[];
}

/** Creates a Build's workload and the objects that the workload needs. Throws if another try can succeed. */
async function createWorkload(context: BuildContext, request: StartRequest): Promise<StartResult> {
  const resolved = await resolve(context, request);
  if (resolved.kind !== 'resolved') return resolved;
  const { manifests, problems } = await translate(context, resolved, request);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { kind: 'refused', problems: errors };
  const owner = ownerOf(request);
  let workload: KubeObject | undefined;
  for (const manifest of manifests()) {
    const creation = await createObject(context, resourceOf(manifest), manifest, owner);
    if (creation.kind !== 'created') return creation;
    const refusals =
      manifest.kind === 'ServiceAccount' ? await checkAccount(context, creation.object, request.backend) : [];
    if (refusals.length > 0) return { kind: 'refused', problems: refusals };
    workload = creation.object;
  }
  if (workload === undefined) throw new Error('the translation has no errors and no workload');
  const { leftOut } = resolved;
  return { kind: 'started', workload, lifecycleImage: resolved.resolved.builder.lifecycle?.image, leftOut };
}

function ownerOf({ build: { uid }, recreation }: StartRequest): Owner {
  return { uid, ...(recreation !== undefined && { replaces: recreation.of }) };
}

function resourceOf({ kind }: Manifest): Resource {
  switch (kind) {
    case 'Pod':
      return PODS;
    case 'TaskRun':
      return TASK_RUNS;
    case 'ConfigMap':
      return CONFIG_MAPS;
    case 'ServiceAccount':
      return SERVICE_ACCOUNTS;
    default:
      throw new Error(
        `cannot create a ${kind}: a translation contains only Pods, TaskRuns, ConfigMaps and ServiceAccounts`,
      );
  }
}

async function handleResult(
  context: BuildContext,
  result: StartResult,
  observation: Observation,
  backend: Backend,
): Promise<ActionResult> {
  const { build, observedForMs } = observation;
  switch (result.kind) {
    case 'started': {
      expectWorkload(context, backend, result.workload);
      recordBuildEvent(context, build, { type: 'Normal', reason: 'Started', note: startedNote(result) });
      return REPORT_LATER;
    }
    case 'missing': {
      const { problem, reason } = result;
      const missingForMs = observedForMs(problem.message);
      const leftMs = MISSING_REFERENCE_TIMEOUT_MS - missingForMs;
      if (leftMs <= 0) return fail(context, observation, { kind: 'refused', problems: [problem] });
      const because = { reason, message: problem.message };
      const delayMs = Math.min(Math.max(missingForMs, MISSING_REFERENCE_MIN_DELAY_MS), leftMs);
      return wait(context, observation, because, delayMs);
    }
    case 'refused':
    case 'rejected':
      return fail(context, observation, result);
    case 'denied': {
      if (context.betweenReconciles.recordDenial(build.uid) < DENIAL_TIMEOUT_MS) throw result.error;
      return fail(context, observation, { kind: 'rejected', message: result.error.message });
    }
  }
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
