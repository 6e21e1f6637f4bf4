import { kubernetesOfEnvironment, type KubernetesVersion } from './control-plane/version.ts';
import { lifecycleOfEnvironment, type LifecycleVersion } from './universe/lifecycle-version.ts';
import { tektonOfEnvironment, type TektonVersion } from './tekton/version.ts';

/** The versions of a bed. A part that is not named has the version that the bed runs by default. */
export interface BedVersions {
  readonly tekton?: TektonVersion;
  readonly kubernetes?: KubernetesVersion;
  readonly lifecycle?: LifecycleVersion;
}

/** Returns the versions that the environment names. Throws a sentence for a version that the bed cannot run. */
export function versionsOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Required<BedVersions> {
  return {
    tekton: tektonOfEnvironment(environment),
    kubernetes: kubernetesOfEnvironment(environment),
    lifecycle: lifecycleOfEnvironment(environment),
  };
}
