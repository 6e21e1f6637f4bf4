import type { AttestBuilds } from './attest-builds.ts';
import type { SourceLimits } from './build-source.ts';
import type { LifecycleImages } from './lifecycle-images.ts';
import type { NamespacePermission } from './namespace-permission.ts';
import type { PlatformApi } from './platform-api.ts';
import type { SignatureFormat } from './signature-format.ts';
import type { SystemBuildpack } from './system-buildpacks.ts';

/** The rules for all Builds of an installation. Each field means the same for every kind of workload. */
export interface BuildPolicy {
  readonly images: TaskpackImages;
  /** The highest CNB Platform API to use, `major.minor`. Absent: the newest up to 0.9 that works, or else the oldest newer one. */
  readonly maximumPlatformApi?: PlatformApi;
  /** The images of the phases with registry credentials, by lifecycle version. Without one, the builder's lifecycle runs. */
  readonly lifecycleImages: LifecycleImages;
  /** If true, Builds whose builder has a lifecycle version without such an image are refused. */
  readonly requireTrustedLifecycle: boolean;
  /** The builder images whose Builds run all phases of the lifecycle in one container; `*` stands for all (src/core/model/repository-patterns.ts). */
  readonly creatorBuilders: readonly string[];
  /** The repositories of run images that image extensions may switch to, besides those that the Build and the builder name (src/core/model/repository-patterns.ts, without `*`). */
  readonly extensionRunImagePatterns: readonly string[];
  /** The builder images whose image extensions may extend the build image, as root (src/core/model/repository-patterns.ts, without `*`). */
  readonly extensionBuilders: readonly string[];
  /** If true, Pods of these builders have a user namespace, so that root in the Pod is an unprivileged user on the node. */
  readonly extensionUserNamespaces: boolean;
  /** The buildpacks that every group of the order of every builder gets, in the order of the setting. */
  readonly systemBuildpacks: readonly SystemBuildpack[];
  /** The annotations of a Build that its workload gets in addition to the usual ones, by key or as `PREFIX/*`. */
  readonly allowedAnnotations: readonly string[];
  /** The Builds that get the cloud identity of their ServiceAccount. For files, `labeled` means `never`: no namespace is read. */
  readonly workloadIdentity: NamespacePermission;
  /** The Builds whose `env` may name keys of Secrets. For files, `labeled` means `never`: no namespace is read. */
  readonly envFromSecrets: NamespacePermission;
  /** If true, git trusts SSH hosts that no `known_hosts` file names. */
  readonly trustUnknownSshHosts: boolean;
  /** The maximum size of a source. */
  readonly sourceLimits: SourceLimits;
  /** The workloads in which completion attests a signed image. */
  readonly attestBuilds: AttestBuilds;
  /** The form of signatures and attestations. */
  readonly signatureFormat: SignatureFormat;
}

/** taskpack's images: one for the steps prepare and completion, and one for the waiter and the dummy sidecar. */
export interface TaskpackImages {
  readonly steps: string;
  readonly entrypoint: string;
}
