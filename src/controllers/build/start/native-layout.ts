import { podProgress } from '../../../../translators/native/progress.ts';
import type { NativeLayout, WaiterDelivery } from '../../../../translators/native/options.ts';
import { PODS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { BuildPorts } from '../build-ports.ts';
import type { BuildSettings } from '../build-settings.ts';
import { hasSidecar } from '../decide/foreign.ts';
import type { RecreationReason } from '../observe/recorded-status.ts';

/** Makes the Pod of one Build in a layout. */
export type PodIn = (layout: NativeLayout) => KubeObject | undefined;

export interface LayoutQuestion {
  readonly settings: BuildSettings;
  readonly recreation: RecreationReason | undefined;
  readonly podIn: PodIn;
  readonly client: Pick<BuildPorts['client'], 'create'>;
  readonly signal: AbortSignal;
}

/** How the phases become containers; where that is to be found out, what the injectors of the cluster add is looked at. */
export async function nativeLayout(question: LayoutQuestion): Promise<NativeLayout> {
  const { settings, recreation } = question;
  if (settings.injectedSidecars === 'false') return { kind: 'init' };
  const layout = { kind: 'containers', waiterDelivery: waiterDelivery(question) } as const;
  if (settings.injectedSidecars === 'true' || recreation === 'UnforeseenSidecars') return { ...layout, gate: 'closed' };
  const gate = (await addsSidecars({ ...layout, gate: 'open' }, question)) ? 'closed' : 'open';
  return { ...layout, gate };
}

function waiterDelivery({ settings, recreation }: LayoutQuestion): WaiterDelivery {
  if (settings.waiterDelivery === 'hook' && recreation !== 'WaiterNotDelivered') return { kind: 'hook' };
  return { kind: 'init', image: settings.entrypointImage };
}

/** Asks the API server, without keeping anything; where it does not let us, sidecars may come. */
async function addsSidecars(layout: NativeLayout, { podIn, client, signal }: LayoutQuestion): Promise<boolean> {
  const pod = podIn(layout);
  if (pod === undefined) return false;
  try {
    return hasSidecar(podProgress(await client.create(PODS, pod, { dryRun: true, signal })));
  } catch (error) {
    if (isKubeError(error, 'REFUSED', 'FORBIDDEN', 'INVALID', 'ALREADY_EXISTS', 'CONFLICT')) return true;
    throw error;
  }
}
