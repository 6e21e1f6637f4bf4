import { CHAINS_LOGIN_ANNOTATION } from '../../src/core/model/chains-login.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { childName } from '../../src/core/model/names.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { TektonFeatures } from '../../src/core/model/tekton-features.ts';
import { checkInputsSize, deliverInputs, type InputsDelivery } from '../phases/inputs-volume.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import { phaseList } from '../phases/phase-list.ts';
import { networkManifests } from '../phases/network.ts';
import { podPullSecrets } from '../phases/secrets.ts';
import { podSecurityContext, userNamespace, READ_ONLY_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { withOwnOptOuts } from '../phases/sidecar-injection.ts';
import type { TaskpackPrograms } from '../phases/taskpack-phases.ts';
import { labelsAndAnnotations, phasesWithoutIdentity } from '../phases/cloud-identity.ts';
import { isolation, type WorkloadAccount, workloadAccountName, workloadAccounts } from '../phases/workload-account.ts';
import { objectMetadata, workloadName, type TranslatedBuild } from '../phases/workload-metadata.ts';
import { buildResults, resultScope, taskResults } from './results.ts';
import { withProvenOrder } from './step-order.ts';
import { steps, taskResources } from './steps.ts';
import { refuseSubstitutions } from './substitution.ts';
import { containerOfStep, DUMMY_SIDECAR, TEKTON_CONTAINERS } from './tekton-pod.ts';
import { taskRunTimeout } from './timeout.ts';

export interface TektonOptions {
  readonly programs: TaskpackPrograms;
  readonly account: WorkloadAccount;
  readonly features: TektonFeatures;
  /** The image of the dummy sidecar. If it is absent, the task declares no sidecar. */
  readonly dummySidecarImage?: string;
  /** The trace context of the Build, by the field of W3C Trace Context: Tekton's spans become children of its span. */
  readonly traceContext?: Readonly<Record<string, string>>;
  /** The name of the Secret with which Tekton Chains pushes signatures. */
  readonly chainsLogin?: string;
}

/** Tekton reads the parent of its spans from this annotation (tektoncd/pipeline, pkg/reconciler/taskrun/tracing.go). */
const SPAN_CONTEXT_ANNOTATION = 'tekton.dev/taskrunSpanContext';

// Tekton names the Pod of a TaskRun `x-build` `x-build-pod`, which is also kpack's name for it.
const TASK_RUN = { apiVersion: 'tekton.dev/v1', kind: 'TaskRun', suffix: '-build' } as const;

const FORM = 'taskrun';

/** Translates a Build to a TaskRun (tekton.dev/v1) with an embedded task, and the ServiceAccount that it runs as. */
export function translateToTaskRun(build: ResolvedBuild, options: TektonOptions): TranslatedBuild {
  const problems = [
    ...checkInputsSize(build, FORM),
    ...refuseSubstitutions(build, options.programs),
    ...refuseUserNamespace(build, options.features),
  ];
  return {
    problems,
    workload: workloadName(build, TASK_RUN),
    manifests: () => (problems.length > 0 ? [] : taskRunAndInputs(build, options)),
    ...isolation(build, options.account, { secretsReachSteps: true }),
  };
}

/** An older Tekton refuses the field without a reason that an author of a Build understands. */
function refuseUserNamespace({ builder }: ResolvedBuild, { userNamespaces }: TektonFeatures): readonly FieldProblem[] {
  if (builder.extensions?.root !== 'user-namespace' || userNamespaces) return [];
  const message = `the image extensions of ${builder.image} run as root, and this Tekton cannot give a Pod a user namespace: update Tekton to 1.9, run the Build as a Pod, or set EXTENSION_USER_NAMESPACES to false, which makes the extensions root on the node`;
  return [fieldError(['spec', 'builder'], message)];
}

function taskRunAndInputs(build: ResolvedBuild, options: TektonOptions): readonly Manifest[] {
  const { traceContext, chainsLogin } = options;
  const list = withProvenOrder(build, phaseList(build, options.programs, FORM), {
    results: buildResults(build),
    entrypoint: options.programs.entrypoint,
  });
  const containers = [...TEKTON_CONTAINERS, ...phasesWithoutIdentity(build, list).map(containerOfStep)];
  const { labels, annotations } = withOwnOptOuts(labelsAndAnnotations(build, options.account, containers));
  const inputs = deliverInputs(build, FORM, annotations);
  const taskRun: Manifest = {
    apiVersion: TASK_RUN.apiVersion,
    kind: TASK_RUN.kind,
    metadata: objectMetadata(build, {
      name: childName(build.name, TASK_RUN.suffix),
      labels,
      annotations: {
        ...annotations,
        ...inputs.annotations,
        ...(traceContext !== undefined && { [SPAN_CONTEXT_ANNOTATION]: JSON.stringify(traceContext) }),
        ...(chainsLogin !== undefined && { [CHAINS_LOGIN_ANNOTATION]: chainsLogin }),
      },
    }),
    spec: taskRunSpec(build, list, inputs, options),
  };
  const configMap = inputs.configMap === undefined ? [] : [inputs.configMap];
  return [...workloadAccounts(build, options.account), ...networkManifests(build), ...configMap, taskRun];
}

function taskRunSpec(
  build: ResolvedBuild,
  list: PhaseList,
  inputs: InputsDelivery,
  { dummySidecarImage, account, features }: TektonOptions,
): JsonObject {
  return {
    serviceAccountName: workloadAccountName(build, account),
    timeout: taskRunTimeout(build.activeDeadlineSeconds),
    ...taskResources(build, features),
    podTemplate: podTemplate(build),
    taskSpec: {
      ...(list.phases.some(isCompletion) && { results: taskResults(buildResults(build), resultScope(features)) }),
      steps: steps(build, list, features),
      ...(dummySidecarImage !== undefined && { sidecars: [dummySidecar(dummySidecarImage)] }),
      volumes: [...list.volumes, inputs.volume],
    },
  };
}

/** A debugged Build that does not push has no completion, and so no results. */
function isCompletion({ name }: Phase): boolean {
  return name === 'completion';
}

function podTemplate(build: ResolvedBuild): JsonObject {
  return {
    automountServiceAccountToken: false,
    ...podPullSecrets(build.credentials),
    ...userNamespace(build),
    securityContext: podSecurityContext(build),
    ...build.placement,
  };
}

/**
 * Returns a sidecar that does nothing. Tekton 0.30 to 0.46 stops injected sidecars only if the task declares a sidecar
 * that still runs (tektoncd/pipeline#4731). The container sets no command, so that Tekton's nop image, which replaces
 * its image, runs its own command and exits with 0.
 */
function dummySidecar(image: string): JsonObject {
  return {
    name: DUMMY_SIDECAR,
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sidecar'],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
}
