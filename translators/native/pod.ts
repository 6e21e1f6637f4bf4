import { DEBUG_ANNOTATION } from '../../src/core/model/debug-mode.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { childName } from '../../src/core/model/names.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { checkInputsSize, deliverInputs, type InputsDelivery } from '../phases/inputs-volume.ts';
import type { PhaseList } from '../phases/phase.ts';
import { phaseList } from '../phases/phase-list.ts';
import { networkManifests } from '../phases/network.ts';
import { podPullSecrets } from '../phases/secrets.ts';
import { podSecurityContext, userNamespace } from '../phases/security-context.ts';
import { withEveryOptOut, withoutInjectionOptOut, withOwnOptOuts } from '../phases/sidecar-injection.ts';
import type { TaskpackPrograms } from '../phases/taskpack-phases.ts';
import { labelsAndAnnotations, phasesWithoutIdentity } from '../phases/cloud-identity.ts';
import { isolation, type WorkloadAccount, workloadAccountName, workloadAccounts } from '../phases/workload-account.ts';
import {
  type LabelsAndAnnotations,
  objectMetadata,
  type TranslatedBuild,
  workloadName,
} from '../phases/workload-metadata.ts';
import { phaseContainer } from './container.ts';
import { STOPPABLE_PROXY } from './self-driving.ts';
import { containersLayout, containersLayoutVolumes, type ContainersLayout } from './containers-layout.ts';

export interface NativeOptions {
  readonly programs: TaskpackPrograms;
  readonly layout: NativeLayout;
  readonly account: WorkloadAccount;
}

/** The form of the Pod: init containers that the kubelet runs in order, or regular containers in which a waiter keeps the order. */
export type NativeLayout = { readonly kind: 'pod-init' } | ContainersLayout;

const POD = { apiVersion: 'v1', kind: 'Pod', suffix: '-build-pod' } as const;

/** Translates a Build to a plain Pod with kpack's name, labels and layout. */
export function translateToPod(build: ResolvedBuild, options: NativeOptions): TranslatedBuild {
  const problems = [...checkInputsSize(build, options.layout.kind), ...refuseDebugMode(build, options)];
  return {
    problems,
    workload: workloadName(build, POD),
    manifests: () => (problems.length > 0 ? [] : podAndInputs(build, options)),
    ...isolation(build, options.account, { secretsReachSteps: false }),
  };
}

/** The kubelet itself runs init containers one after the other, so no waiter can hold them. */
function refuseDebugMode({ debug }: ResolvedBuild, { layout }: NativeOptions): readonly FieldProblem[] {
  if (debug === undefined || layout.kind === 'pod-containers') return [];
  const message =
    'Pods of init containers cannot be debugged: use --layout containers, or let the operator set SUPPORT_INJECTED_SIDECARS to auto or true';
  return [fieldError(['metadata', 'annotations', DEBUG_ANNOTATION], message)];
}

function podAndInputs(build: ResolvedBuild, options: NativeOptions): readonly Manifest[] {
  const { kind } = options.layout;
  const list = phaseList(build, options.programs, kind);
  const { labels, annotations } = podLabelsAndAnnotations(build, list, options);
  const inputs = deliverInputs(build, kind, annotations);
  const pod: Manifest = {
    apiVersion: POD.apiVersion,
    kind: POD.kind,
    metadata: objectMetadata(build, {
      name: childName(build.name, POD.suffix),
      labels,
      annotations: { ...annotations, ...inputs.annotations },
    }),
    spec: podSpec(build, list, inputs, options),
  };
  const configMap = inputs.configMap === undefined ? [] : [inputs.configMap];
  return [...workloadAccounts(build, options.account), ...networkManifests(build), ...configMap, pod];
}

function podLabelsAndAnnotations(
  build: ResolvedBuild,
  list: PhaseList,
  { layout, account }: NativeOptions,
): LabelsAndAnnotations {
  const ofBuild = labelsAndAnnotations(build, account, phasesWithoutIdentity(build, list));
  switch (layout.kind) {
    case 'pod-init':
      return withEveryOptOut(ofBuild);
    case 'pod-containers':
      return containersLabelsAndAnnotations(ofBuild, layout);
  }
}

function containersLabelsAndAnnotations(ofBuild: LabelsAndAnnotations, layout: ContainersLayout): LabelsAndAnnotations {
  const pod = layout.optOuts === 'kept' ? withOwnOptOuts(ofBuild) : withoutInjectionOptOut(ofBuild);
  if (layout.gate.kind !== 'self-driving') return pod;
  return { ...pod, annotations: { ...pod.annotations, ...STOPPABLE_PROXY } };
}

function podSpec(build: ResolvedBuild, list: PhaseList, inputs: InputsDelivery, options: NativeOptions): JsonObject {
  const { layout, programs, account } = options;
  const layoutVolumes = layout.kind === 'pod-containers' ? containersLayoutVolumes(list, layout) : [];
  return {
    restartPolicy: 'Never',
    ...(build.activeDeadlineSeconds !== undefined && { activeDeadlineSeconds: build.activeDeadlineSeconds }),
    serviceAccountName: workloadAccountName(build, account),
    automountServiceAccountToken: false,
    ...podPullSecrets(build.credentials),
    ...userNamespace(build),
    securityContext: podSecurityContext(build),
    ...build.placement,
    ...(layout.kind === 'pod-containers'
      ? containersLayout(build, list, { layout, programs })
      : initLayout(build, list)),
    volumes: [...list.volumes, inputs.volume, ...layoutVolumes],
  };
}

/** Makes every phase but the last an init container. The scheduler then counts only the largest of their requests. */
function initLayout(build: ResolvedBuild, { phases }: PhaseList): JsonObject {
  const containers = phases.map((phase) => phaseContainer(phase, build.resources, 'directly'));
  return { initContainers: containers.slice(0, -1), containers: containers.slice(-1) };
}
