import type { JsonObject } from '../../src/model/json.ts';
import type { Manifest } from '../../src/model/manifest.ts';
import { childName } from '../../src/model/names.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { deliverInputs, type InputsDelivery } from '../phases/inputs-volume.ts';
import type { PhaseList } from '../phases/phase.ts';
import { phaseList } from '../phases/phase-list.ts';
import { imagePullSecretNames } from '../phases/secrets.ts';
import { podSecurityContext } from '../phases/security-context.ts';
import type { TranslatedBuild } from '../phases/translation.ts';
import { objectMetadata, workloadAnnotations, workloadLabels } from '../phases/workload-metadata.ts';
import { dummySidecar } from './dummy-sidecar.ts';
import type { TektonOptions } from './options.ts';
import { buildResults, taskResults } from './results.ts';
import { isolatedServiceAccount, isolatedServiceAccountName } from './service-account.ts';
import { steps, taskResources } from './steps.ts';
import { refuseSubstitutions } from './substitution.ts';
import { taskRunTimeout } from './timeout.ts';

/** A Build as a Tekton TaskRun (tekton.dev/v1) with its task embedded, and the ServiceAccount that it runs as. */
export function translateToTaskRun(build: ResolvedBuild, options: TektonOptions): TranslatedBuild {
  const list = phaseList(build, options.programs);
  const annotations = workloadAnnotations(build);
  const inputs = deliverInputs(build, annotations);
  const problems = [...inputs.problems, ...refuseSubstitutions(build, list)];
  if (problems.length > 0) return { manifests: [], problems };
  const taskRun: Manifest = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: objectMetadata(build, {
      // Tekton's pod of a TaskRun `x-build` is `x-build-pod`: kpack's name for it.
      name: childName(build.name, '-build'),
      labels: workloadLabels(build),
      annotations: { ...annotations, ...inputs.annotations },
    }),
    spec: taskRunSpec(build, list, inputs, options),
  };
  const configMap = inputs.configMap === undefined ? [] : [inputs.configMap];
  const account = options.serviceAccount === 'build' ? [] : [isolatedServiceAccount(build)];
  return { manifests: [...account, ...configMap, taskRun], problems };
}

function taskRunSpec(
  build: ResolvedBuild,
  list: PhaseList,
  inputs: InputsDelivery,
  options: TektonOptions,
): JsonObject {
  const { dummySidecarImage, serviceAccount } = options;
  return {
    serviceAccountName: serviceAccount === 'build' ? build.serviceAccountName : isolatedServiceAccountName(build),
    timeout: taskRunTimeout(build.timeLimit),
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
