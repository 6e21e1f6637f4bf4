import { IDENTITY_LABELS } from '../../cluster/identity-webhooks/identity-webhooks.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import {
  ANALYZED,
  CREDENTIALS,
  LAYERS,
  PROJECT_METADATA,
  type VolumeMount,
} from '../../../translators/phases/volumes.ts';
import { phaseOf, type Mount, type PhaseContainer } from './build-paths.ts';
import { IDENTIFIED_ACCOUNT } from './hostile-bed.ts';
import { phasesOf, type HostileWorkload, type WorkloadSpec } from './hostile-build.ts';

/** The mounts that the defences take from a phase or make read-only. */
const MOUNTS: Readonly<Record<string, readonly VolumeMount[]>> = {
  detect: [LAYERS, ANALYZED],
  restore: [CREDENTIALS],
  build: [ANALYZED, PROJECT_METADATA],
};

/**
 * The flags that make waiters lock the directories of the marks, or take and compare tokens, those that keep links from Tekton, and the
 * one that keeps root from tracing process 1.
 */
const LOCKS = /^--(?:drop_kill$|lock=|wait_lock$|token=|remove=|returned=|termination_path=|own_message$)/;

const TOKENS = /^--(?:token|returned)=/;

const EXPORTER = '/cnb/lifecycle/exporter';

/** Returns the workload without the tokens that prove that a step has ended. All other defences stay. */
export function withoutTokens(workload: HostileWorkload): HostileWorkload {
  return { ...workload, objects: workload.objects.map((object) => withPhases(object, withoutToken)) };
}

function withoutToken(phase: PhaseContainer): PhaseContainer {
  return { ...phase, args: (phase.args ?? []).filter((arg) => !TOKENS.test(arg)) };
}

/** Returns the workload without taskpack's defences, so that a test shows that an attack succeeds without them. */
export function withoutDefences(workload: HostileWorkload): HostileWorkload {
  const detect = phaseOf(phasesOf(workload.objects), 'detect');
  const change = (phase: PhaseContainer): PhaseContainer => withOldMounts(withoutChecks(withBuilder(phase, detect)));
  return { ...workload, objects: workload.objects.map((object) => identified(withPhases(object, change))) };
}

/** Runs the workload as the account with the cloud identity, and excludes no container from the webhooks. */
function identified(object: KubernetesObject): KubernetesObject {
  const { kind, metadata, spec } = object as KubernetesObject & { readonly spec?: object };
  const kept = Object.entries(metadata.annotations ?? {}).filter(([key]) => !key.endsWith('/skip-containers'));
  const annotations = Object.fromEntries(kept);
  if (kind !== 'Pod' && kind !== 'TaskRun') return { ...object, metadata: { ...metadata, annotations } };
  const labels = { ...metadata.labels, ...IDENTITY_LABELS };
  return {
    ...object,
    metadata: { ...metadata, labels, annotations },
    spec: { ...spec, serviceAccountName: IDENTIFIED_ACCOUNT },
  };
}

/** Runs the lifecycle of the builder image. */
function withBuilder(phase: PhaseContainer, { image }: PhaseContainer): PhaseContainer {
  const isLifecycle = ['analyze', 'restore', 'export'].includes(phase.name);
  return isLifecycle && image !== undefined ? { ...phase, image } : phase;
}

/** Removes the check before the exporter and the locks of the marks. */
function withoutChecks(phase: PhaseContainer): PhaseContainer {
  const args = (phase.args ?? []).filter((arg) => !LOCKS.test(arg));
  const exporter = args.indexOf(EXPORTER);
  if (exporter === -1) return { ...phase, args };
  const own = args.slice(exporter + 1);
  const flags = args.slice(0, args.indexOf('--'));
  const waits = flags.some((flag) => flag.startsWith('--post_file='));
  if (!waits) return { ...phase, command: [EXPORTER], args: own };
  const withoutGuard = flags.map((flag) => (flag.startsWith('--entrypoint=') ? `--entrypoint=${EXPORTER}` : flag));
  return { ...phase, args: [...withoutGuard, '--', ...own] };
}

function withOldMounts(phase: PhaseContainer): PhaseContainer {
  const { name, volumeMounts = [] } = phase;
  const added: readonly Mount[] = MOUNTS[name] ?? [];
  const kept = volumeMounts.filter(({ mountPath }) => !added.some((one) => one.mountPath === mountPath));
  return { ...phase, volumeMounts: [...kept, ...added] };
}

function withPhases(object: KubernetesObject, change: (phase: PhaseContainer) => PhaseContainer): KubernetesObject {
  const { spec } = object as { readonly spec?: WorkloadSpec };
  if (spec === undefined) return object;
  const { initContainers, containers, steps, taskSpec } = spec;
  return {
    ...object,
    spec: {
      ...spec,
      ...(initContainers && { initContainers: initContainers.map(change) }),
      ...(containers && { containers: containers.map(change) }),
      ...(steps && { steps: steps.map(change) }),
      ...(taskSpec && { taskSpec: { ...taskSpec, steps: taskSpec.steps.map(change) } }),
    },
  };
}
