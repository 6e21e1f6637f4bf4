import { MAX_DEBUG_TIMEOUT_SECONDS } from '../model/debug-mode.ts';
import type { DummySidecarPolicy } from '../model/dummy-sidecar.ts';
import type { IndexPlatform } from '../model/index-platform.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/** The settings of the controller. Durations are in seconds, as in the environment. */
export interface ControllerSettings extends Settings {
  /** The backend of Builds; `auto` uses Tekton if the cluster serves TaskRuns. */
  readonly backend: 'auto' | 'tekton' | 'native';
  /** Controls the dummy sidecar, which makes Tekton stop injected sidecars: declared if Tekton needs it, always or never. */
  readonly dummySidecar: DummySidecarPolicy;
  /** The ServiceAccount of TaskRuns: one without Secrets, or the Build's own. */
  readonly taskRunServiceAccount: 'isolated' | 'build';
  /** The maximum time from an injected sidecar's start until it is ready. */
  readonly sidecarReadyDeadlineSeconds: number;
  /** The maximum time until a phase starts, including the pull of its image. */
  readonly startDeadlineSeconds: number;
  /** The maximum time from the end of a failed phase until all later phases have skipped themselves. */
  readonly stuckPhaseSeconds: number;
  /** The longest time that a phase of a Build is held for debugging; 0 refuses Builds that are debugged. */
  readonly maxDebugHoldSeconds: number;
  /** The interval at which the tags of builder images are resolved again. */
  readonly tagRecheckIntervalSeconds: number;
  /** The interval at which git servers are asked about the branches and tags of SourceResolvers. */
  readonly sourcePollIntervalSeconds: number;
  /**
   * The Secret with the keys of git servers that send webhooks, and the port for them. By default, the
   * controller accepts no reports.
   */
  readonly gitWebhooks?: GitWebhookSettings;
  /** True if a commit causes no Build of a source with a sub path whose tree is the same as before. */
  readonly comparesSubPaths: boolean;
  /** True to give the Builds of Images a PriorityClass: a high one for changes of users, a low one for changes of builders. */
  readonly usesPriorityClasses: boolean;
  /** Since when created Images without `spec.cache` have a volume cache, in milliseconds since 1970; by default, none has one. */
  readonly defaultCacheSinceMs?: number;
  /** The most Builds that run in the cluster; above them, the Builds of Images wait. */
  readonly maxUnfinishedBuilds?: number;
  /** The most Builds that run in a namespace; above them, the Builds of its Images wait. */
  readonly maxUnfinishedBuildsPerNamespace?: number;
  /** The nodes that pull the images of Builds before the first Build; by default, no node does. */
  readonly warmNodes?: WarmNodeSettings;
  /** The number of objects of each kind that are reconciled in parallel. */
  readonly workers: number;
  readonly registries: RegistrySettings;
  /** The platform whose image of an index is used; by default, the nodes decide once. */
  readonly indexPlatform?: IndexPlatform;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** The port of metrics and probes; 0 selects a free port. */
  readonly metricsPort: number;
  /** The namespace of the Lease; by default that of the kubeconfig's context or of the Pod. */
  readonly leaseNamespace?: string;
  /** The name of this process in the Lease and in Events; by default its host name. */
  readonly podName?: string;
  /** True to run although kpack's controller runs. */
  readonly allowKpack: boolean;
  /** True to export a trace of each finished Build, as OpenTelemetry's variables say. */
  readonly exportsTraces: boolean;
}

/** How git servers send webhooks. */
export interface GitWebhookSettings {
  /** The name of a Secret in the controller's namespace. */
  readonly secret: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The addresses and networks of proxies whose `X-Forwarded-For` names the sender. */
  readonly trustedProxies: readonly string[];
}

/** The nodes that pull the images of Builds as soon as a ClusterBuilder changes. */
export interface WarmNodeSettings {
  /** The labels of the nodes; all nodes that taskpack supports if there are none. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** The taints that these nodes may have. */
  readonly taints: readonly Taint[];
}

/** A taint, as far as a toleration names it. */
export interface Taint {
  readonly key: string;
  /** `undefined` for any value. */
  readonly value?: string;
  /** `undefined` for any effect. */
  readonly effect?: string;
}

/** How the controller connects to registries. */
export interface RegistrySettings {
  /** The `host[:port]` of registries without TLS. */
  readonly insecure: readonly string[];
  /** The mirrors that are tried before a registry, by registry. */
  readonly mirrors: Readonly<Record<string, readonly string[]>>;
  /** The hosts, addresses and networks that registries may refer to, whatever their address. */
  readonly allowedAddresses: readonly string[];
  /** A file of PEM certificates to trust in addition to the well-known ones. */
  readonly caFile?: string;
}

/** The settings if no variable is set. */
export const DEFAULT_CONTROLLER_SETTINGS: ControllerSettings = {
  ...DEFAULT_SETTINGS,
  backend: 'auto',
  dummySidecar: 'auto',
  taskRunServiceAccount: 'isolated',
  sidecarReadyDeadlineSeconds: 120,
  startDeadlineSeconds: 600,
  stuckPhaseSeconds: 10,
  maxDebugHoldSeconds: MAX_DEBUG_TIMEOUT_SECONDS,
  tagRecheckIntervalSeconds: 3600,
  sourcePollIntervalSeconds: 60,
  comparesSubPaths: false,
  usesPriorityClasses: false,
  workers: 24,
  registries: { insecure: [], mirrors: {}, allowedAddresses: [] },
  logLevel: 'info',
  metricsPort: 9090,
  allowKpack: false,
  exportsTraces: false,
};
