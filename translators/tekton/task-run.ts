import type { JsonObject } from '../../src/model/json.ts';
import type { Manifest } from '../../src/model/kubernetes-object.ts';
import { childName, contentName } from '../../src/model/names.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { checkInputsSize, deliverInputs, type InputsDelivery } from '../phases/inputs-volume.ts';
import type { PhaseList } from '../phases/phase.ts';
import { phaseList } from '../phases/phase-list.ts';
import { imagePullSecretNames } from '../phases/secrets.ts';
import { podSecurityContext, READ_ONLY_SECURITY_CONTEXT } from '../phases/security-context.ts';
import type { TaskpackPrograms } from '../phases/taskpack-phases.ts';
import { buildLabel, objectMetadata, type TranslatedBuild, workloadLabels } from '../phases/workload-metadata.ts';
import { buildResults, taskResults } from './results.ts';
import { withProvenOrder } from './step-order.ts';
import { steps, taskResources } from './steps.ts';
import { refuseSubstitutions } from './substitution.ts';
import { taskRunTimeout } from './timeout.ts';

export interface TektonOptions {
  readonly programs: TaskpackPrograms;
  /** `build`: the TaskRun runs as the Build's ServiceAccount. `isolated`, the default: as an account without Secrets. */
  readonly serviceAccount?: 'isolated' | 'build';
  /** The image of the dummy sidecar. If it is absent, the task declares no sidecar. */
  readonly dummySidecarImage?: string;
}

/** Translates a Build to a TaskRun (tekton.dev/v1) with an embedded task, and the ServiceAccount that it runs as. */
export function translateToTaskRun(build: ResolvedBuild, options: TektonOptions): TranslatedBuild {
  const problems = [...checkInputsSize(build), ...refuseSubstitutions(build, options.programs)];
  return {
    problems,
    manifests: () => (problems.length > 0 ? [] : taskRunAndInputs(build, options)),
    ...(options.serviceAccount !== 'build' && { isolatedAccount: isolatedServiceAccountName(build) }),
  };
}

function taskRunAndInputs(build: ResolvedBuild, options: TektonOptions): readonly Manifest[] {
  const list = withProvenOrder(phaseList(build, options.programs));
  const { annotations } = build;
  const inputs = deliverInputs(build, annotations);
  const taskRun: Manifest = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: objectMetadata(build, {
      // Tekton names the Pod of a TaskRun `x-build` `x-build-pod`, which is also kpack's name for it.
      name: childName(build.name, '-build'),
      labels: workloadLabels(build),
      annotations: { ...annotations, ...inputs.annotations },
    }),
    spec: taskRunSpec(build, list, inputs, options),
  };
  const configMap = inputs.configMap === undefined ? [] : [inputs.configMap];
  const account = options.serviceAccount === 'build' ? [] : [isolatedServiceAccount(build)];
  return [...account, ...configMap, taskRun];
}

function taskRunSpec(
  build: ResolvedBuild,
  list: PhaseList,
  inputs: InputsDelivery,
  { dummySidecarImage, serviceAccount }: TektonOptions,
): JsonObject {
  return {
    serviceAccountName: serviceAccount === 'build' ? build.serviceAccountName : isolatedServiceAccountName(build),
    timeout: taskRunTimeout(build.activeDeadlineSeconds),
    ...taskResources(build),
    podTemplate: podTemplate(build),
    taskSpec: {
      results: taskResults(buildResults(build)),
      steps: steps(build, list),
      ...(dummySidecarImage !== undefined && { sidecars: [dummySidecar(dummySidecarImage)] }),
      volumes: [...list.volumes, inputs.volume],
    },
  };
}

function podTemplate(build: ResolvedBuild): JsonObject {
  const pullSecrets = imagePullSecretNames(build.credentials);
  return {
    automountServiceAccountToken: false,
    ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map((name) => ({ name })) }),
    securityContext: podSecurityContext(build),
    ...build.placement,
  };
}

/**
 * Tekton writes every registry and git Secret of a TaskRun's ServiceAccount into the home of every step, including the
 * steps that run buildpacks (pkg/pod/creds_init.go). TaskRuns therefore run as an account without Secrets, and phases
 * mount the Secrets that they need.
 */
function isolatedServiceAccount(build: ResolvedBuild): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: objectMetadata(build, {
      name: isolatedServiceAccountName(build),
      ...(build.owner !== undefined && { labels: buildLabel(build) }),
    }),
    automountServiceAccountToken: false,
  };
}

/**
 * Returns a name that no user can take in advance, because it depends on the Build's UID. A Build that no API server has
 * stored has no UID: such Builds share one account for each account that they name.
 */
function isolatedServiceAccountName({ name, owner, serviceAccountName }: ResolvedBuild): string {
  return owner === undefined ? childName(serviceAccountName, '-taskpack') : contentName(`${name}-taskpack-`, owner.uid);
}

/**
 * Returns a sidecar that does nothing. Tekton 0.30 to 0.46 stops injected sidecars only if the task declares a sidecar
 * that still runs (tektoncd/pipeline#4731). The container sets no command, so that Tekton's nop image, which replaces
 * its image, runs its own command and exits with 0.
 */
function dummySidecar(image: string): JsonObject {
  return {
    name: 'dummy',
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sidecar'],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
}
