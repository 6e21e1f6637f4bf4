import type { AttestBuilds } from '../model/attest-builds.ts';
import { DEFAULT_MAXIMUM_PLATFORM_API } from '../model/platform-api.ts';
import type { LifecycleImages } from '../model/lifecycle-images.ts';
import type { SourceLimits } from '../model/build-source.ts';
import type { NamespacePermission } from '../model/namespace-permission.ts';
import { VERSION } from './version.ts';

/** The settings of an installation, which are the same for all Builds. */
export interface Settings {
  /** The image that prepare and completion run in. */
  readonly stepsImage: string;
  /** The image of the waiter and of the dummy sidecar. */
  readonly entrypointImage: string;
  /** The highest CNB Platform API that the lifecycle is asked to use. */
  readonly maximumPlatformApi: string;
  /** The images from which the phases with registry credentials run, by the lifecycle version of the builder. */
  readonly lifecycleImages: LifecycleImages;
  /** True to refuse Builds whose builder has a lifecycle version without such an image. */
  readonly requireTrustedLifecycle: boolean;
  /** The builder images whose Builds run all phases of the lifecycle in one container (src/model/builder-patterns.ts). */
  readonly creatorBuilders: readonly string[];
  /** The annotations that a workload may have in addition to the usual ones, by key or as `PREFIX/*`. */
  readonly allowedAnnotations: readonly string[];
  /** The Builds that get the cloud identity of their ServiceAccount. `taskpack translate` reads no labels of namespaces. */
  readonly workloadIdentity: NamespacePermission;
  /** The Builds whose `env` may name keys of Secrets. `taskpack translate` reads no labels of namespaces. */
  readonly envFromSecrets: NamespacePermission;
  /** True if git trusts SSH hosts that no `known_hosts` file names. */
  readonly trustUnknownSshHosts: boolean;
  /** The maximum size of a source. */
  readonly sourceLimits: SourceLimits;
  /** The workloads in which completion attests a signed image. */
  readonly attestBuilds: AttestBuilds;
  /** How the waiter reaches the containers of the `containers` layout. */
  readonly waiterDelivery: 'hook' | 'init';
  /** If admission injects sidecars into Pods. `auto` asks the API server with a dry run, which `taskpack translate` cannot do. */
  readonly injectedSidecars: 'false' | 'true' | 'auto';
}

/** The settings if no variable is set. */
export const DEFAULT_SETTINGS: Settings = {
  stepsImage: `taskpack/steps:${VERSION}`,
  entrypointImage: `taskpack/entrypoint:${VERSION}`,
  maximumPlatformApi: DEFAULT_MAXIMUM_PLATFORM_API,
  lifecycleImages: {},
  requireTrustedLifecycle: false,
  creatorBuilders: [],
  allowedAnnotations: [],
  workloadIdentity: 'labeled',
  envFromSecrets: 'never',
  trustUnknownSshHosts: true,
  sourceLimits: { bytes: 10 * 2 ** 30, entries: 1_000_000 },
  attestBuilds: 'pods',
  waiterDelivery: 'hook',
  injectedSidecars: 'false',
};
