import type { Settings } from '../settings.ts';

/** What an installation of the controller decides once. Times are in seconds. */
export interface ControllerSettings extends Settings {
  /** What runs Builds; `auto`: Tekton where the cluster has it. */
  readonly backend: 'auto' | 'tekton' | 'native';
  /** Whether TaskRuns declare the sidecar that makes Tekton stop injected ones. */
  readonly dummySidecar: 'auto' | 'always' | 'never';
  /** Which account TaskRuns run as: one of ours that lists no Secrets, or the Build's own. */
  readonly taskRunServiceAccount: 'isolated' | 'build';
  /** How long a pod's injected sidecars may take to be ready. */
  readonly sidecarReadyDeadline: number;
  /** How long a phase may take to start, its image's pull included. */
  readonly startDeadline: number;
  /** How long a phase may neither start nor skip once the one before it has ended. */
  readonly stuckPhase: number;
  /** How often the tags that builders are made of are looked at again. */
  readonly tagRecheckInterval: number;
  /** How many objects of a kind are worked on at once. */
  readonly workers: number;
  readonly registries: RegistrySettings;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Where metrics and probes are served; 0 is a free port. */
  readonly metricsPort: number;
  /** Where the leader lock is; the namespace of the connection where not told. */
  readonly leaseNamespace?: string;
  /** What this process is called among its like; the name of its host where not told. */
  readonly podName?: string;
  /** Whether to run beside kpack's own controller. */
  readonly allowKpack: boolean;
}

/** How registries are reached. */
export interface RegistrySettings {
  /** `host[:port]` of those that are spoken to without TLS. */
  readonly insecure: readonly string[];
  /** By registry, where its images are read from before it. */
  readonly mirrors: Readonly<Record<string, readonly string[]>>;
  /** A file of certificates, in PEM, to trust beside the well-known ones. */
  readonly caFile?: string;
}
