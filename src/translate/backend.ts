import type { ResolvedBuild } from '../model/resolved-build.ts';
import type { NativeLayout } from '../../translators/native/options.ts';
import { translateToPod } from '../../translators/native/pod.ts';
import { ownPrograms } from '../../translators/phases/own-programs.ts';
import type { TranslatedBuild } from '../../translators/phases/translation.ts';
import { translateToTaskRun } from '../../translators/tekton/task-run.ts';
import type { TranslateOptions } from './options.ts';

/** The translation of one Build that the options ask for. */
export type Backend = (build: ResolvedBuild) => TranslatedBuild;

export function chooseBackend(options: TranslateOptions): Backend {
  const programs = ownPrograms(options.images.steps);
  switch (options.to) {
    case 'taskrun': {
      // Whether the cluster runs declared sidecars as native ones is not known here, so `auto` declares one.
      const declared = options.dummySidecar !== 'never';
      return (build) =>
        translateToTaskRun(build, { programs, ...(declared && { dummySidecarImage: options.images.entrypoint }) });
    }
    case 'pod':
      return (build) => translateToPod(build, { programs, layout: nativeLayout(options) });
  }
}

function nativeLayout(options: TranslateOptions): NativeLayout {
  switch (options.layout) {
    case 'init':
      return { kind: 'init' };
    case 'containers':
      return {
        kind: 'containers',
        gate: options.injectedSidecars === 'expected' ? 'closed' : 'open',
        waiterDelivery:
          options.waiterDelivery === 'init' ? { kind: 'init', image: options.images.entrypoint } : { kind: 'hook' },
      };
  }
}
