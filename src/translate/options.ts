import type { AttestBuilds } from '../model/attest-builds.ts';
import type { DummySidecarPolicy } from '../model/dummy-sidecar.ts';
import type { LifecycleImages } from '../model/lifecycle-images.ts';
import type { NamespacePermission } from '../model/namespace-permission.ts';
import type { SourceLimits } from '../model/build-source.ts';
import type { SelfDriving } from '../../translators/native/self-driving.ts';

export type { SelfDriving };

/** The options of a translation. They are data only: no clock and no environment. */
export interface TranslateOptions {
  readonly to: 'taskrun' | 'pod';
  /** For Pods: the phases are init containers, or regular containers that wait for each other. */
  readonly layout: 'init' | 'containers';
  /** For TaskRuns: the version of Tekton, such as `0.44.0`, with its default flags. Absent: the newest Tekton. */
  readonly tektonVersion?: string;
  /** For TaskRuns: `auto` declares the dummy sidecar unless it does harm on the version of Tekton. */
  readonly dummySidecar: DummySidecarPolicy;
  /**
   * With `expected`, the `containers` layout waits until the controller reports that injected sidecars are ready. With
   * `self-driving`, the Pod itself asks the proxies of Istio and Linkerd, and those with further URLs, if they are ready, and ends them.
   */
  readonly injectedSidecars: 'expected' | 'none' | SelfDriving;
  /** For the `containers` layout: a `postStart` hook or an init container copies the waiter. */
  readonly waiterDelivery: 'hook' | 'init';
  /** The highest CNB Platform API to use, `major.minor`. */
  readonly maximumPlatformApi: string;
  /** The creation time of Builds without one, in seconds since 1970. */
  readonly now?: number;
  /** The namespace of objects without one. */
  readonly namespace?: string;
  /** The namespace of the controller, whose labelled ConfigMaps name certificates and proxies for all Builds. */
  readonly controllerNamespace: string;
  /** If true, warnings become errors. */
  readonly strict: boolean;
  readonly images: TaskpackImages;
  /** The images of the phases with registry credentials, by lifecycle version. Without one, the builder's lifecycle runs. */
  readonly lifecycleImages: LifecycleImages;
  /** If true, Builds whose builder has a lifecycle version without an image are refused. */
  readonly requireTrustedLifecycle: boolean;
  /** The builder images whose Builds run all phases of the lifecycle in one container; `*` stands for all (src/model/builder-patterns.ts). */
  readonly creatorBuilders: readonly string[];
  /** The annotations of a Build that its workload gets in addition to the usual ones, by key or as `PREFIX/*`. */
  readonly allowedAnnotations: readonly string[];
  /** With `always`, workloads run as the Build's ServiceAccount. `labeled` is the same as `never`: no namespace is read. */
  readonly workloadIdentity: NamespacePermission;
  /** With `always`, `env` may name keys of Secrets. `labeled` is the same as `never`: no namespace is read. */
  readonly envFromSecrets: NamespacePermission;
  /** If true, SSH hosts without an entry in known_hosts are trusted. */
  readonly trustUnknownSshHosts: boolean;
  readonly sourceLimits: SourceLimits;
  /** The workloads in which completion attests a signed image. */
  readonly attestBuilds: AttestBuilds;
}

/** taskpack's images: one for the steps prepare and completion, and one for the waiter and the dummy sidecar. */
export interface TaskpackImages {
  readonly steps: string;
  readonly entrypoint: string;
}
