import type { Settings } from '../../settings/settings.ts';
import type { TranslateOptions } from '../../translate/options.ts';
import type { TranslateFlags } from './flags.ts';

/** What is asked for on the command line, over what is set in the environment. */
export function translateOptionsOf(flags: TranslateFlags, settings: Settings): TranslateOptions {
  return {
    to: flags.to,
    // `auto` asks an API server what it injects; there is none behind files.
    layout: flags.layout ?? (settings.injectedSidecars === 'true' ? 'containers' : 'init'),
    dummySidecar: flags.sidecar,
    injectedSidecars: flags.sidecars ? 'expected' : 'none',
    waiterDelivery: settings.waiterDelivery,
    maximumPlatformApi: flags.platformApi ?? settings.maximumPlatformApi,
    strict: flags.strict ?? false,
    images: {
      steps: flags.stepsImage ?? settings.stepsImage,
      entrypoint: flags.entrypointImage ?? settings.entrypointImage,
    },
    trustUnknownSshHosts: settings.trustUnknownSshHosts,
    sourceLimits: settings.sourceLimits,
    ...(flags.now !== undefined && { now: flags.now }),
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
  };
}
