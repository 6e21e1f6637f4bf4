import { GATE_TIMEOUT_SECONDS, type ContainersLayout } from '../../../translators/native/containers-layout.ts';
import type { WorkloadOptions } from '../../../translators/workload.ts';
import { tektonFeatures } from '../model/tekton-features.ts';
import type { Workload } from '../model/workload.ts';
import type { TranslateOptions } from './options.ts';

/** Returns the kind of workload that the options select. */
export function workloadOf({ to, layout }: Pick<TranslateOptions, 'to' | 'layout'>): Workload {
  return to === 'taskrun' ? 'taskrun' : `pod-${layout}`;
}

/** Returns the options of the selected workload. */
export function workloadOptions(options: TranslateOptions): WorkloadOptions {
  const { tektonVersion, dummySidecar, waiterDelivery, images } = options;
  const kind = workloadOf(options);
  switch (kind) {
    case 'taskrun':
      // Only the cluster knows the flags of Tekton.
      return { kind, features: tektonFeatures({ version: tektonVersion }), dummySidecar };
    case 'pod-init':
      return { kind };
    case 'pod-containers':
      return {
        kind,
        ...gateAndOptOuts(options),
        waiterDelivery: waiterDelivery === 'init' ? { kind: 'init', image: images.entrypoint } : { kind: 'hook' },
      };
  }
}

/** The waiter of a self-driving Pod sees if a proxy was injected, so a Build can opt out. */
function gateAndOptOuts({ injectedSidecars }: TranslateOptions): Pick<ContainersLayout, 'gate' | 'optOuts'> {
  switch (injectedSidecars) {
    case 'expected':
      return { gate: { kind: 'closed', timeoutSeconds: GATE_TIMEOUT_SECONDS }, optOuts: 'removed' };
    case 'none':
      return { gate: { kind: 'open' }, optOuts: 'kept' };
    default:
      return { gate: injectedSidecars, optOuts: 'kept' };
  }
}
