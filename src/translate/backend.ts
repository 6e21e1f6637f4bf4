import type { ResolvedBuild } from '../model/resolved-build.ts';
import { GATE_TIMEOUT_SECONDS, type ContainersLayout } from '../../translators/native/containers-layout.ts';
import { type NativeLayout, translateToPod } from '../../translators/native/pod.ts';
import { optsOutOfMesh } from '../../translators/phases/sidecar-injection.ts';
import { taskpackPrograms } from '../../translators/phases/taskpack-phases.ts';
import type { TranslatedBuild } from '../../translators/phases/workload-metadata.ts';
import { translateToTaskRun } from '../../translators/tekton/task-run.ts';
import { declaresDummySidecar } from '../model/dummy-sidecar.ts';
import { tektonFeatures } from '../model/tekton-features.ts';
import type { TranslateOptions } from './options.ts';

/** Translates one Build. */
export type Backend = (build: ResolvedBuild) => TranslatedBuild;

/** Returns the backend that the options select. */
export function chooseBackend(options: TranslateOptions): Backend {
  const programs = taskpackPrograms(options.images.steps);
  switch (options.to) {
    case 'taskrun': {
      // Only the cluster knows the flags of Tekton.
      const features = tektonFeatures({ version: options.tektonVersion });
      return (build) => {
        const hasDummySidecar = declaresDummySidecar(options.dummySidecar, features, {
          optsOutOfMesh: optsOutOfMesh(build),
        });
        return translateToTaskRun(build, {
          programs,
          account: 'isolated',
          features,
          ...(hasDummySidecar && { dummySidecarImage: options.images.entrypoint }),
        });
      };
    }
    case 'pod':
      return (build) => translateToPod(build, { programs, account: 'isolated', layout: nativeLayout(options) });
  }
}

function nativeLayout(options: TranslateOptions): NativeLayout {
  switch (options.layout) {
    case 'init':
      return { kind: 'init' };
    case 'containers':
      return {
        kind: 'containers',
        ...gateAndOptOuts(options),
        waiterDelivery:
          options.waiterDelivery === 'init' ? { kind: 'init', image: options.images.entrypoint } : { kind: 'hook' },
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
