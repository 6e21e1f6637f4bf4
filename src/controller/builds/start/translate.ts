import type { WaiterDelivery } from '../../../../translators/native/containers-layout.ts';
import type { NativeLayout } from '../../../../translators/native/pod.ts';
import { podProgress } from '../../../../translators/progress/pod-progress.ts';
import type { TranslatedBuild } from '../../../../translators/phases/workload-metadata.ts';
import { translateToWorkload } from '../../../../translators/workload.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { PODS } from '../../../clients/kube/client/resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import { ARCHITECTURE_LABEL } from '../../../core/model/node-architecture.ts';
import { defined } from '../../../core/model/defined.ts';
import { hasSidecar } from '../../../core/model/build-progress.ts';
import { asPod } from '../../../core/model/objects/pod.ts';
import { fieldError } from '../../../core/model/problem.ts';
import type { ResolvedBuild } from '../../../core/model/resolved-build.ts';
import { tektonFeatures, unsupportedTekton } from '../../../core/model/tekton-features.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import type { BuildContext } from '../build-context.ts';
import type { RecreationReason } from '../status/recorded-status.ts';
import type { ResolvedToStart, StartRequest } from './resolve.ts';

/** Translates a resolved Build to the objects that run it. */
export async function translate(
  context: BuildContext,
  resolved: ResolvedToStart,
  request: StartRequest,
): Promise<TranslatedBuild> {
  switch (request.backend) {
    case 'tekton':
      return toTaskRun(context, resolved, request.build.uid);
    case 'native':
      return toPod(context, resolved.resolved, request.recreation?.reason);
  }
}

async function toTaskRun(
  context: BuildContext,
  { resolved, chainsLogin }: ResolvedToStart,
  uid: string,
): Promise<TranslatedBuild> {
  const { settings, tektonFlags, traceContextOf, signal } = context;
  const { images, dummySidecar, taskRunServiceAccount: account } = settings;
  const traceContext = traceContextOf(uid);
  const installation = await tektonFlags.installation(signal);
  const features = tektonFeatures(installation);
  const workload = { kind: 'taskrun', features, dummySidecar, ...defined({ traceContext, chainsLogin }) } as const;
  const build = withDefaultNodeSelector(resolved, installation.defaultNodeSelector);
  const translated = translateToWorkload(build, workload, { images, account });
  const unsupported = unsupportedTekton(installation.version);
  if (unsupported === undefined) return translated;
  const problem = fieldError([], `${unsupported}: install a newer Tekton, or set BACKEND to native`);
  return { ...translated, problems: [problem], manifests: () => [] };
}

/**
 * Adds Tekton's default node selector to a Build that has no selector but the architecture. Tekton itself leaves its default out then
 * (pkg/apis/pipeline/pod/template.go, `MergePodTemplateWithDefault`), and the Build would leave the nodes of the operator.
 */
function withDefaultNodeSelector(
  build: ResolvedBuild,
  selector: Readonly<Record<string, string>> | undefined,
): ResolvedBuild {
  const own = build.placement.nodeSelector ?? {};
  const hasArchitectureAlone = Object.keys(own).length === 1 && ARCHITECTURE_LABEL in own;
  if (selector === undefined || !hasArchitectureAlone) return build;
  return { ...build, placement: { ...build.placement, nodeSelector: { ...selector, ...own } } };
}

async function toPod(
  context: BuildContext,
  build: ResolvedBuild,
  recreation: RecreationReason | undefined,
): Promise<TranslatedBuild> {
  const { images } = context.settings;
  // The isolated account does not exist yet, and admission refuses a Pod without its account.
  const podIn = (layout: NativeLayout): KubeObject | undefined =>
    translateToWorkload(build, layout, { images, account: 'build' }).manifests().at(-1);
  const layout = await selectLayout(context, podIn, recreation);
  return translateToWorkload(build, layout, { images, account: 'isolated' });
}

/** Selects how the phases become containers. If that depends on injected sidecars, a dry run of the Pod shows them. */
async function selectLayout(
  context: BuildContext,
  podIn: (layout: NativeLayout) => KubeObject | undefined,
  recreation: RecreationReason | undefined,
): Promise<NativeLayout> {
  const { settings } = context;
  if (settings.injectedSidecars === 'false') return { kind: 'pod-init' };
  const layout = {
    kind: 'pod-containers',
    waiterDelivery: waiterDelivery(settings, recreation),
    optOuts: settings.injectedSidecars === 'auto' ? 'kept' : 'removed',
  } as const;
  if (settings.injectedSidecars === 'true' || recreation === 'UnforeseenSidecars') {
    return { ...layout, gate: { kind: 'closed' } };
  }
  const kind = (await addsSidecars(context, podIn({ ...layout, gate: { kind: 'open' } }))) ? 'closed' : 'open';
  return { ...layout, gate: { kind } };
}

function waiterDelivery(settings: ControllerSettings, recreation: RecreationReason | undefined): WaiterDelivery {
  if (settings.waiterDelivery === 'hook' && recreation !== 'WaiterNotDelivered') return { kind: 'hook' };
  return { kind: 'init', image: settings.images.entrypoint };
}

/** Creates the Pod in a dry run. If the API server refuses that, assumes that sidecars are injected. */
async function addsSidecars({ client, signal }: BuildContext, pod: KubeObject | undefined): Promise<boolean> {
  if (pod === undefined) return false;
  try {
    return hasSidecar(podProgress(asPod(await client.create(PODS, pod, { dryRun: true, signal }))));
  } catch (error) {
    if (isKubeError(error, 'REFUSED', 'FORBIDDEN', 'INVALID', 'ALREADY_EXISTS', 'CONFLICT')) return true;
    throw error;
  }
}
