import type { BuildPolicy } from '../model/build-policy.ts';
import { VERSION } from './version.ts';

/** The settings of an installation, which are the same for all Builds. */
export interface Settings extends BuildPolicy {
  /** How the waiter reaches the containers of the `containers` layout. */
  readonly waiterDelivery: 'hook' | 'init';
  /** If admission injects sidecars into Pods. `auto` asks the API server with a dry run, which `taskpack translate` cannot do. */
  readonly injectedSidecars: 'false' | 'true' | 'auto';
}

/** The settings if no variable is set. */
export const DEFAULT_SETTINGS: Settings = {
  images: { steps: `taskpack/steps:${VERSION}`, entrypoint: `taskpack/entrypoint:${VERSION}` },
  lifecycleImages: {},
  requireTrustedLifecycle: false,
  creatorBuilders: [],
  extensionRunImagePatterns: [],
  extensionBuilders: [],
  extensionUserNamespaces: true,
  systemBuildpacks: [],
  allowedAnnotations: [],
  workloadIdentity: 'labeled',
  envFromSecrets: 'never',
  trustUnknownSshHosts: true,
  sourceLimits: { bytes: 10 * 2 ** 30, entries: 1_000_000 },
  attestBuilds: 'pods',
  signatureFormat: 'both',
  waiterDelivery: 'hook',
  injectedSidecars: 'false',
};
