import type { JsonObject } from './json.ts';
import type { PlatformApi } from './platform-api.ts';
import type { SourceLimits } from './source-limits.ts';

/**
 * Everything a translator may know of a Build, and nothing else: no kpack object, no Secret's content, no clock.
 * Every reference in it has been read and found well-formed.
 */
export interface ResolvedBuild {
  readonly name: string;
  /** Absent: the namespace of whoever applies the result. */
  readonly namespace?: string;
  /** The Build itself, if it has been stored and so has a uid. */
  readonly owner?: Owner;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly builder: ResolvedBuilder;
  /** The first tag names the image; all are in one registry's reach. */
  readonly tags: readonly [string, ...string[]];
  /** Of a Task, whose tags only a run knows: one argument that becomes all of them. */
  readonly tagList?: string;
  readonly runImage: string;
  readonly operation: FullBuild | Rebase;
  readonly serviceAccountName: string;
  readonly credentials: Credentials;
  /** What a signature says beside the digest. */
  readonly signatureAnnotations: readonly NamedText[];
  readonly placement: Placement;
  readonly resources: ResourceRequirements;
  /** Seconds from the workload's start; absent: no limit. */
  readonly timeLimit?: number;
  /** Whether an SSH host that no known_hosts names is trusted, as kpack does by default. */
  readonly trustUnknownSshHosts: boolean;
  readonly sourceLimits: SourceLimits;
}

export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface ResolvedBuilder {
  /** By digest where the digest is known. */
  readonly image: string;
  readonly uid: number;
  readonly gid: number;
  readonly platformApi: PlatformApi;
  /** The Builder or ClusterBuilder that the image came from, for the build's log. */
  readonly resource?: { readonly kind: string; readonly name: string };
}

/** All phases: the application is built from source. */
export interface FullBuild {
  readonly kind: 'build';
  readonly source: Source;
  readonly environment: readonly EnvironmentVariable[];
  readonly bindings: readonly Binding[];
  readonly cache: Cache;
  readonly previousImage?: string;
  readonly defaultProcess?: string;
  readonly projectDescriptorPath?: string;
  /** Seconds since 1970 that the image claims to be made at; absent: the lifecycle's fixed 1980. */
  readonly creationTime?: number;
}

/** Only the run image changed: the previous image's layers are put on the new one. */
export interface Rebase {
  readonly kind: 'rebase';
  readonly previousImage: string;
  /** The tag of the registry cache, which a rebase leaves alone and which is reported all the same. */
  readonly cacheTag?: string;
}

export type Source = (GitSource | BlobSource | RegistrySource | DirectorySource) & {
  /** The directory of the source that is built; absent: all of it. */
  readonly subPath?: string;
};

export interface GitSource {
  readonly kind: 'git';
  readonly url: string;
  readonly revision: string;
  readonly initializeSubmodules: boolean;
}

export interface BlobSource {
  readonly kind: 'blob';
  readonly url: string;
  readonly stripComponents: number;
  /** `secret`: from the source credentials; `helper`: from the cloud's metadata service. */
  readonly authentication: 'none' | 'helper' | 'secret';
}

export interface RegistrySource {
  readonly kind: 'registry';
  readonly image: string;
  readonly pullSecrets: readonly string[];
}

/** A Task's workspace. */
export interface DirectorySource {
  readonly kind: 'directory';
  readonly path: string;
}

/** A value by itself, or a Kubernetes `valueFrom` that only the kubelet can read. */
export type EnvironmentVariable =
  { readonly name: string; readonly value: string } | { readonly name: string; readonly valueFrom: JsonObject };

/** A directory below `/platform/bindings`, as the service binding specification or the older CNB one lays it out. */
export type Binding =
  | { readonly kind: 'service'; readonly name: string; readonly secret: string }
  | { readonly kind: 'cnb'; readonly name: string; readonly metadata: string; readonly secret?: string };

export type Cache =
  | { readonly kind: 'none' }
  | { readonly kind: 'volume'; readonly claim: string }
  /** `restoreFrom` is last build's cache image by digest, where there was one. */
  | { readonly kind: 'registry'; readonly tag: string; readonly restoreFrom: string };

/** Secrets by what they are for. One Secret may serve several purposes. */
export interface Credentials {
  readonly source: readonly SourceCredential[];
  readonly registry: readonly RegistryCredential[];
  readonly imagePull: ImagePullSecrets;
  readonly signing: readonly SigningKey[];
}

/** Names of Secrets that pull images: the ServiceAccount's, and those of the Build's builder image. */
export interface ImagePullSecrets {
  readonly serviceAccount: readonly string[];
  readonly builder: readonly string[];
}

/** A Secret that is mounted by name. */
export interface SecretReference {
  readonly secret: string;
  /** Its place among the ServiceAccount's secrets, from 0: kpack numbers its volumes so. */
  readonly index: number;
}

/** `server` is what the Secret's annotation names: a host or URL. */
export interface SourceCredential extends SecretReference {
  readonly kind: 'git-basic' | 'git-ssh' | 'blob';
  readonly server: string;
}

export type RegistryCredential = SecretReference &
  ({ readonly kind: 'basic'; readonly server: string } | { readonly kind: 'dockerconfigjson' | 'dockercfg' });

/** A Secret with a cosign key. */
export interface SigningKey extends SecretReference {
  readonly repository?: string;
  readonly dockerMediaTypes?: string;
}

export interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** Where the workload runs: Kubernetes' own shapes, carried as they are. */
export interface Placement {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly JsonObject[];
  readonly affinity?: JsonObject;
  readonly runtimeClassName?: string;
  readonly schedulerName?: string;
  readonly priorityClassName?: string;
}

/** Quantities by resource name, well-formed and as written. */
export interface ResourceRequirements {
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}
