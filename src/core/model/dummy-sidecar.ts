import type { TektonFeatures } from './tekton-features.ts';

/** The setting DUMMY_SIDECAR and the option `--sidecar`. */
export type DummySidecarPolicy = 'auto' | 'always' | 'never';

/**
 * True if a TaskRun declares the dummy sidecar. `auto` declares it if the Tekton needs it to stop proxies or if it does no harm there,
 * and if the Build does not opt out of the mesh (docs/explanation/sidecars.md).
 */
export function declaresDummySidecar(
  policy: DummySidecarPolicy,
  features: Pick<TektonFeatures, 'dummySidecar'>,
  build: { readonly optsOutOfMesh: boolean },
): boolean {
  switch (policy) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'auto':
      return features.dummySidecar && !build.optsOutOfMesh;
  }
}
