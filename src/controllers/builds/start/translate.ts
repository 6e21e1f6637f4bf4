import type { WaiterDelivery } from '../../../../translators/native/containers-layout.ts';
import type { NativeLayout } from '../../../../translators/native/pod.ts';
import { podProgress } from '../../../../translators/progress/pod-progress.ts';
import type { TranslatedBuild } from '../../../../translators/phases/workload-metadata.ts';
import { translateToWorkload } from '../../../../translators/workload.ts';
import type { KubeClient } from '../../../kube/client/kube-client.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { PODS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { hasSidecar } from '../../../model/build-progress.ts';
import { fieldError } from '../../../model/problem.ts';
import type { ResolvedBuild } from '../../../model/resolved-build.ts';
import { tektonFeatures, unsupportedTekton } from '../../../model/tekton-features.ts';
import type { ControllerSettings } from '../../../settings/controller-settings.ts';
import type { RecreationReason } from '../status/recorded-status.ts';
import type { StartRequest } from './resolve.ts';
import type { TektonFlags } from './tekton-flags.ts';

export interface TranslatorDependencies {
  readonly settings: ControllerSettings;
  readonly client: Pick<KubeClient, 'create'>;
  readonly tektonFlags: Pick<TektonFlags, 'installation'>;
  /** Returns the trace context of the Build with a UID, if its trace is exported. */
  readonly traceContextOf: (uid: string) => Readonly<Record<string, string>> | undefined;
}

type Translate = (
  build: ResolvedBuild,
  request: Pick<StartRequest, 'build' | 'backend' | 'recreation'>,
  signal: AbortSignal,
) => Promise<TranslatedBuild>;

/** Translates a resolved Build to the objects that run it. */
export function createTranslator(dependencies: TranslatorDependencies): Translate {
  const { settings, tektonFlags, traceContextOf } = dependencies;
  const { images, dummySidecar } = settings;
  const nativeLayout = layoutSelector(dependencies);
  return async (build, { build: { uid }, backend, recreation }, signal) => {
    switch (backend) {
      case 'tekton': {
        const traceContext = traceContextOf(uid);
        const installation = await tektonFlags.installation(signal);
        const features = tektonFeatures(installation);
        const workload = { kind: 'taskrun', features, dummySidecar, ...(traceContext && { traceContext }) } as const;
        const translated = translateToWorkload(build, workload, { images, account: settings.taskRunServiceAccount });
        return withoutOldTekton(translated, installation.version);
      }
      case 'native': {
        // The isolated account does not exist yet, and admission refuses a Pod without its account.
        const podIn = (layout: NativeLayout): KubeObject | undefined =>
          translateToWorkload(build, layout, { images, account: 'build' }).manifests().at(-1);
        const layout = await nativeLayout(podIn, recreation?.reason, signal);
        return translateToWorkload(build, layout, { images, account: 'isolated' });
      }
    }
  };
}

function withoutOldTekton(translated: TranslatedBuild, version: string | undefined): TranslatedBuild {
  const unsupported = unsupportedTekton(version);
  if (unsupported === undefined) return translated;
  const problem = fieldError([], `${unsupported}: install a newer Tekton, or set BACKEND to native`);
  return { ...translated, problems: [problem], manifests: () => [] };
}

type PodIn = (layout: NativeLayout) => KubeObject | undefined;

/** Selects how the phases become containers. If that depends on injected sidecars, a dry run shows them. */
function layoutSelector({ settings, client }: TranslatorDependencies) {
  return async (podIn: PodIn, recreation: RecreationReason | undefined, signal: AbortSignal): Promise<NativeLayout> => {
    if (settings.injectedSidecars === 'false') return { kind: 'pod-init' };
    const layout = {
      kind: 'pod-containers',
      waiterDelivery: waiterDelivery(settings, recreation),
      optOuts: settings.injectedSidecars === 'auto' ? 'kept' : 'removed',
    } as const;
    if (settings.injectedSidecars === 'true' || recreation === 'UnforeseenSidecars') {
      return { ...layout, gate: { kind: 'closed' } };
    }
    const kind = (await addsSidecars(podIn({ ...layout, gate: { kind: 'open' } }), client, signal)) ? 'closed' : 'open';
    return { ...layout, gate: { kind } };
  };
}

function waiterDelivery(settings: ControllerSettings, recreation: RecreationReason | undefined): WaiterDelivery {
  if (settings.waiterDelivery === 'hook' && recreation !== 'WaiterNotDelivered') return { kind: 'hook' };
  return { kind: 'init', image: settings.images.entrypoint };
}

/** Creates the Pod in a dry run. If the API server refuses that, assumes that sidecars are injected. */
async function addsSidecars(
  pod: KubeObject | undefined,
  client: Pick<KubeClient, 'create'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (pod === undefined) return false;
  try {
    return hasSidecar(podProgress(await client.create(PODS, pod, { dryRun: true, signal })));
  } catch (error) {
    if (isKubeError(error, 'REFUSED', 'FORBIDDEN', 'INVALID', 'ALREADY_EXISTS', 'CONFLICT')) return true;
    throw error;
  }
}
