import type { AttestBuilds } from './attest-builds.ts';
import type { Credentials } from './build-credentials.ts';
import type { BuildNetwork } from './build-network.ts';
import type { Source, SourceLimits } from './build-source.ts';
import type { DebugMode } from './debug-mode.ts';
import type { JsonObject } from './json.ts';
import type { ResolvedBuilder } from './resolved-builder.ts';
import type { SignatureForm } from './signature-format.ts';

/**
 * A Build with all its references resolved: the only input of the translators. It contains no kpack object, no content
 * of a Secret and no time other than the Build's. All names, image references and quantities in it are valid.
 */
export interface ResolvedBuild {
  readonly name: string;
  /** Absent if the input has no namespace. The workload is then created in the namespace of the client. */
  readonly namespace?: string;
  /** The Build as the owner of its workload. Absent if the Build has no uid, because no API server has stored it. */
  readonly owner?: Owner;
  /** The Build's labels and annotations, without those that would change how its Pod runs. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly builder: ResolvedBuilder;
  /**
   * The references to push, without digests. The first tag names the image. The lifecycle requires one registry for
   * all.
   */
  readonly tags: readonly [string, ...string[]];
  /** In a generated Task only: the argument that Tekton expands to all tags, which are parameters of the run. */
  readonly tagList?: string;
  /** The image that the application runs on: the Build's run image, else the builder's. */
  readonly runImage: string;
  readonly operation: FullBuild | Rebase;
  readonly serviceAccountName: string;
  /** True if the workload runs as that ServiceAccount, so that prepare has its cloud identity. */
  readonly workloadIdentity: boolean;
  readonly credentials: Credentials;
  /** Annotations that cosign signatures contain in addition to the digest. Empty if the image is not signed. */
  readonly signatureAnnotations: readonly NameValue[];
  /** The workloads in which completion attests the image with the signing keys. Absent: none. */
  readonly attestedIn?: Exclude<AttestBuilds, 'none'>;
  /** The form of signatures and attestations. Absent: both forms. */
  readonly signatureFormat?: SignatureForm;
  readonly placement: Placement;
  readonly resources: ResourceRequirements;
  /** Seconds from the start of the workload, 1 to 2147483647, after which the Build fails. Absent: no limit. */
  readonly activeDeadlineSeconds?: number;
  /** True if prepare accepts an SSH host that no known_hosts file contains, as kpack does. */
  readonly trustUnknownSshHosts: boolean;
  readonly sourceLimits: SourceLimits;
  /** Absent if the workload reaches all servers directly and trusts the well-known authorities only. */
  readonly network?: BuildNetwork;
  /** Present if the phases stop for a user who debugs the Build. */
  readonly debug?: DebugMode;
}

/** The fields of an owner reference (meta/v1 OwnerReference). */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** A build from source, which runs all phases of the lifecycle except rebase. */
export interface FullBuild {
  readonly kind: 'build';
  readonly source: Source;
  /** User variables for buildpacks, at most one per name. */
  readonly environment: readonly EnvironmentVariable[];
  readonly bindings: readonly Binding[];
  readonly cache: Cache;
  /** The image whose layers the lifecycle reuses (analyzer, `-previous-image`). */
  readonly previousImage?: string;
  /** The process type that the image starts by default (exporter, `-process-type`). */
  readonly defaultProcess?: string;
  /** The path of project.toml, relative to the source. Absent: prepare reads project.toml if the file exists. */
  readonly projectDescriptorPath?: string;
  /**
   * The creation time of the image, in seconds since 1970 (`SOURCE_DATE_EPOCH`). Absent: 1980-01-01, the lifecycle's
   * default.
   */
  readonly creationTime?: number;
  /** The execution environment that the Build names (platform.md 0.15). Absent: the lifecycle's default. */
  readonly execEnv?: string;
  /** True if the last image is of another execution environment, so that no layer of it or of the cache is restored. */
  readonly skipsRestore?: true;
  /**
   * `per-phase`: each phase of the lifecycle has its own container. `creator`: one container runs all of them, so buildpacks can read
   * the registry credentials.
   */
  readonly containers: 'per-phase' | 'creator';
}

/** A rebase: the lifecycle's rebaser moves the layers of the previous image onto the new run image. */
export interface Rebase {
  readonly kind: 'rebase';
  readonly previousImage: string;
  /** The tag of the registry cache. A rebase does not write the cache, but completion reports its digest. */
  readonly cacheTag?: string;
}

/** A literal value, a core/v1 EnvVarSource that the kubelet resolves, or a key of a Secret that prepare reads. */
export type EnvironmentVariable =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly valueFrom: JsonObject }
  | { readonly name: string; readonly secretKey: SecretKey };

/** A key of a Secret. An optional one may be missing. */
export interface SecretKey {
  readonly secret: string;
  readonly key: string;
  readonly optional: boolean;
}

/**
 * A directory below `/platform/bindings`. A `service` binding follows the Service Binding Specification for Kubernetes
 * 1.0, a `cnb` binding the older CNB bindings specification, with its metadata in a ConfigMap. `secret` and `metadata`
 * are names of objects.
 */
export type Binding =
  | { readonly kind: 'service'; readonly name: string; readonly secret: string }
  | { readonly kind: 'cnb'; readonly name: string; readonly metadata: string; readonly secret?: string };

export type Cache =
  | { readonly kind: 'none' }
  /** An execution environment other than the default has a directory of its own in the volume. */
  | { readonly kind: 'volume'; readonly claim: string; readonly execEnv?: string }
  /** `restoreFrom` is the cache image of the last build, by digest. It equals `tag` if no cache image is known. */
  | { readonly kind: 'registry'; readonly tag: string; readonly restoreFrom: string };

/** An annotation of a signature. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The scheduling fields of the Pod, unchanged from the Build (core/v1 PodSpec). */
export interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly JsonObject[];
  readonly affinity?: JsonObject;
  readonly runtimeClassName?: string;
  readonly schedulerName?: string;
  readonly priorityClassName?: string;
}

/** Resource quantities by resource name, as written in the Build. Each request is at most its limit. */
export interface ResourceRequirements {
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}
