import type { ResolvedBuild } from '../model/resolved-build.ts';
import { type NativeLayout, translateToPod } from '../../translators/native/pod.ts';
import { optsOutOfMesh } from '../../translators/phases/sidecar-injection.ts';
import { taskpackPrograms } from '../../translators/phases/taskpack-phases.ts';
import type { TranslatedBuild } from '../../translators/phases/workload-metadata.ts';
import { translateToTaskRun } from '../../translators/tekton/task-run.ts';
import { tektonFeatures, type TektonFeatures } from '../model/tekton-features.ts';
import type { TranslateOptions } from './options.ts';

/** Translates one Build. */
export type Backend = (build: ResolvedBuild) => TranslatedBuild;

/** Returns the backend that the options select. */
export function chooseBackend(options: TranslateOptions): Backend {
  const programs = taskpackPrograms(options.images.steps);
  switch (options.to) {
    case 'taskrun': {
      const features = tektonFeatures({ version: options.tektonVersion });
      return (build) =>
        translateToTaskRun(build, {
          programs,
          account: 'isolated',
          features,
          ...(declaresDummySidecar(build, options, features) && { dummySidecarImage: options.images.entrypoint }),
        });
    }
    case 'pod':
      return (build) => translateToPod(build, { programs, account: 'isolated', layout: nativeLayout(options) });
  }
}

/** Only the cluster knows if Tekton runs sidecars as native ones, so `auto` follows the version and the Build. */
function declaresDummySidecar(
  build: ResolvedBuild,
  { dummySidecar }: TranslateOptions,
  features: TektonFeatures,
): boolean {
  return dummySidecar === 'always' || (dummySidecar === 'auto' && features.dummySidecar && !optsOutOfMesh(build));
}

function nativeLayout(options: TranslateOptions): NativeLayout {
  switch (options.layout) {
    case 'init':
      return { kind: 'init' };
    case 'containers':
      return {
        kind: 'containers',
        ...(options.injectedSidecars === 'expected'
          ? { gate: 'closed', optOuts: 'removed' }
          : { gate: 'open', optOuts: 'kept' }),
        waiterDelivery:
          options.waiterDelivery === 'init' ? { kind: 'init', image: options.images.entrypoint } : { kind: 'hook' },
      };
  }
}
