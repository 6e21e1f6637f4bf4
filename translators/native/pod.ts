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
import { containersLayout, containersLayoutVolumes } from './containers-layout.ts';
import { initLayout } from './init-layout.ts';
import { withInjectionOptOut, withoutInjectionOptOut } from './injection.ts';
import type { NativeLayout, NativeOptions } from './options.ts';

/** A Build as a plain Pod, named, labelled and laid out as kpack's. */
export function translateToPod(build: ResolvedBuild, options: NativeOptions): TranslatedBuild {
  const list = phaseList(build, options.programs);
  const { labels, annotations } = marks(build, options.layout);
  const inputs = deliverInputs(build, annotations);
  if (inputs.problems.length > 0) return { manifests: [], problems: inputs.problems };
  const pod: Manifest = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: objectMetadata(build, {
      name: childName(build.name, '-build-pod'),
      labels,
      annotations: { ...annotations, ...inputs.annotations },
    }),
    spec: podSpec(build, list, inputs, options),
  };
  return { manifests: [...(inputs.configMap === undefined ? [] : [inputs.configMap]), pod], problems: [] };
}

function marks(build: ResolvedBuild, layout: NativeLayout): ReturnType<typeof withInjectionOptOut> {
  const own = { labels: workloadLabels(build), annotations: workloadAnnotations(build) };
  switch (layout.kind) {
    case 'init':
      return withInjectionOptOut(own);
    case 'containers':
      return withoutInjectionOptOut(own);
  }
}

function podSpec(build: ResolvedBuild, list: PhaseList, inputs: InputsDelivery, options: NativeOptions): JsonObject {
  const { layout, programs } = options;
  const ownVolumes = layout.kind === 'containers' ? containersLayoutVolumes(list, layout) : [];
  return {
    restartPolicy: 'Never',
    ...(build.timeLimit !== undefined && { activeDeadlineSeconds: build.timeLimit }),
    serviceAccountName: build.serviceAccountName,
    automountServiceAccountToken: false,
    ...imagePullSecrets(build),
    securityContext: podSecurityContext(build),
    ...build.placement,
    ...(layout.kind === 'containers' ? containersLayout(build, list, { layout, programs }) : initLayout(build, list)),
    volumes: [...list.volumes, inputs.volume, ...ownVolumes],
  };
}

/** Admission adds the ServiceAccount's own only to Pods that name none (Kubernetes, serviceaccount admission). */
function imagePullSecrets(build: ResolvedBuild): JsonObject {
  if (build.credentials.imagePull.builder.length === 0) return {};
  return { imagePullSecrets: imagePullSecretNames(build.credentials).map((name) => ({ name })) };
}
