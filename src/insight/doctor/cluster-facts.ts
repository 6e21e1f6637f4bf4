import type { JsonObject } from '../../core/model/json.ts';
import type { TektonFlags } from '../../core/model/tekton-features.ts';
import type { Workload } from '../../core/model/workload.ts';

/** A fact of the cluster, or why it could not be read. */
export type Read<T> = { readonly kind: 'read'; readonly value: T } | { readonly kind: 'unread'; readonly why: string };

/** Everything that the checks of `taskpack doctor` look at. Objects are as the API server returns them. */
export interface ClusterFacts {
  /** The version of Kubernetes, such as `v1.35.4`. */
  readonly kubernetes: Read<string>;
  /** The plurals of taskpack's custom resources that the cluster does not serve. */
  readonly missingDefinitions: Read<readonly string[]>;
  readonly tekton: TektonFacts;
  readonly controller: ControllerFacts;
  readonly webhooks: WebhookFacts;
  /** The tags that Images of several namespaces push to. */
  readonly sharedTags: Read<readonly SharedTagFact[]>;
  readonly namespace: NamespaceFacts;
  readonly networks: NetworkFacts;
  readonly probes: Probes;
  readonly pushes: readonly PushProbe[];
  readonly clocks: ClockFacts;
}

export interface TektonFacts {
  /** True if the cluster serves TaskRuns of tekton.dev/v1. */
  readonly isServed: Read<boolean>;
  /** The version, such as `v1.15.0`. */
  readonly version: Read<string | undefined>;
  /** The values of the ConfigMap `feature-flags` by name, or those of the newest TaskRun. */
  readonly flags: Read<TektonFlags>;
}

export interface ControllerFacts {
  /** The namespace of the controller. */
  readonly namespace: string;
  /** The Lease of the leader. */
  readonly lease: Read<JsonObject | undefined>;
  /** The Leases with this name in all namespaces. A controller elsewhere holds another one. */
  readonly leases: Read<readonly JsonObject[]>;
  readonly deployment: Read<JsonObject | undefined>;
  /** The Pods of the Deployment. */
  readonly pods: Read<readonly JsonObject[]>;
  /** The environment variables in the ConfigMap `settings`. */
  readonly settings: Read<JsonObject | undefined>;
  /** kpack's controller, such as `deployment kpack/kpack-controller`, if it runs. */
  readonly kpack: Read<string | undefined>;
}

export interface WebhookFacts {
  /** All MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
  readonly configurations: Read<readonly JsonObject[]>;
  /** The CustomResourceDefinitions of kpack.io and tekton.dev. */
  readonly definitions: Read<readonly JsonObject[]>;
  /** The Services of these webhooks that do not exist, as `namespace/name`. */
  readonly missingServices: Read<readonly string[]>;
}

/** A tag, and an Image of each namespace that pushes to it, by `NAMESPACE/NAME`. */
export interface SharedTagFact {
  readonly tag: string;
  readonly images: readonly string[];
}

export interface NamespaceFacts {
  readonly name: string;
  readonly object: Read<JsonObject | undefined>;
  readonly images: Read<readonly JsonObject[]>;
  readonly resolvers: Read<readonly JsonObject[]>;
  readonly builders: Read<readonly JsonObject[]>;
  /** The ClusterBuilders of the cluster. */
  readonly clusterBuilders: Read<readonly JsonObject[]>;
  readonly quotas: Read<readonly JsonObject[]>;
  readonly limitRanges: Read<readonly JsonObject[]>;
  readonly claims: Read<readonly JsonObject[]>;
  /** The StorageClasses of the cluster. */
  readonly storageClasses: Read<readonly JsonObject[]>;
}

/** The ConfigMaps with the label `taskpack.dev/network`, whatever its value. */
export interface NetworkFacts {
  readonly ofController: Read<readonly JsonObject[]>;
  readonly ofNamespace: Read<readonly JsonObject[]>;
}

/** Dry runs of the objects that would run a Build. */
export interface Probes {
  /** The Image whose Build was tried. Absent if the namespace has none: the Build then requests no resources. */
  readonly image?: string;
  /** The TaskRun itself. Absent if the cluster has no Tekton. */
  readonly taskRun?: Read<DryRun>;
  /** The Pod of each workload. That of a TaskRun is like the Pod that Tekton creates. */
  readonly pods: { readonly [workload in Workload]?: Read<PodProbe> };
}

/** The answer of the API server to a dry run. */
export type DryRun =
  | { readonly kind: 'admitted'; readonly object: JsonObject }
  | { readonly kind: 'refused'; readonly message: string };

/** A Pod, and the answer to its dry run. */
export interface PodProbe {
  readonly sent: JsonObject;
  readonly answer: DryRun;
}

/** A check of the access to a repository, with the credentials of a ServiceAccount. */
export interface PushProbe {
  readonly image: string;
  readonly repository: string;
  readonly serviceAccount: string;
  readonly result: Read<PushAnswer>;
  /** The Secrets of the account that no source can use, each with the reason. */
  readonly unusedSecrets?: readonly string[];
}

export type PushAnswer =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface ClockFacts {
  /** The API server's clock beside the clock of this machine. */
  readonly server: Read<ServerTime>;
  /** The Leases of nodes. Kubelets write their own time into them. */
  readonly nodeLeases: Read<readonly JsonObject[]>;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly nowMs: number;
}

/** A time that the API server wrote, in whole seconds, between two times of this machine. Milliseconds since 1970. */
export interface ServerTime {
  readonly atMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}
