import type { BuildPolicy } from '../model/build-policy.ts';
import type { DummySidecarPolicy } from '../model/dummy-sidecar.ts';
import type { SelfDriving } from '../../../translators/native/self-driving.ts';

export type { SelfDriving };

/** The options of a translation. They are data only: no clock and no environment. */
export interface TranslateOptions extends BuildPolicy {
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
  /** The creation time of Builds without one, in seconds since 1970. */
  readonly now?: number;
  /** The namespace of objects without one. */
  readonly namespace?: string;
  /** The architecture whose image of an index Builds use if their node selector names none. Absent: amd64 if facts have it. */
  readonly architecture?: string;
  /** The namespace of the controller, whose labelled ConfigMaps name certificates and proxies for all Builds. */
  readonly controllerNamespace: string;
  /** If true, warnings become errors. */
  readonly strict: boolean;
}
