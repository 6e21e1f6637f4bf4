import type { NativeLayout } from '../../../../translators/native/options.ts';
import { translateToPod } from '../../../../translators/native/pod.ts';
import { ownPrograms } from '../../../../translators/phases/own-programs.ts';
import type { TranslatedBuild } from '../../../../translators/phases/translation.ts';
import { translateToTaskRun } from '../../../../translators/tekton/task-run.ts';
import type { ResolvedBuild } from '../../../model/resolved-build.ts';
import { nativeLayout } from './native-layout.ts';
import type { StartOptions } from './start.ts';

/** The objects that run a Build on its backend. */
export async function translateFor(build: ResolvedBuild, options: StartOptions): Promise<TranslatedBuild> {
  const { settings, backend, recreation, ports, signal } = options;
  const programs = ownPrograms(settings.stepsImage);
  switch (backend) {
    case 'tekton':
      return translateToTaskRun(build, {
        programs,
        serviceAccount: settings.taskRunServiceAccount,
        ...((await declaresDummy(options)) && { dummySidecarImage: settings.entrypointImage }),
      });
    case 'native': {
      const inLayout = (layout: NativeLayout): TranslatedBuild => translateToPod(build, { programs, layout });
      const layout = await nativeLayout({
        settings,
        recreation: recreation?.reason,
        podIn: (candidate) => inLayout(candidate).manifests.at(-1),
        client: ports.client,
        signal,
      });
      return inLayout(layout);
    }
  }
}

async function declaresDummy({ settings, tektonFlags, signal }: StartOptions): Promise<boolean> {
  switch (settings.dummySidecar) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'auto':
      return !(await tektonFlags.hasNativeSidecars(signal));
  }
}
