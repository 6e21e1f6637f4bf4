import type { PlatformApi } from './platform-api.ts';
import type { RunImages } from './run-images.ts';
import type { SystemBuildpacks } from './system-buildpacks.ts';

/** The builder image and the facts about it that a workload depends on. */
export interface ResolvedBuilder {
  /** The reference, by digest if the digest is known. */
  readonly image: string;
  /** The user that runs buildpacks: `CNB_USER_ID` of the image. Never 0. */
  readonly uid: number;
  /** The group that runs buildpacks: `CNB_GROUP_ID` of the image. */
  readonly gid: number;
  readonly platformApi: PlatformApi;
  /**
   * The lifecycle that runs with registry credentials. Absent if the builder's own lifecycle does so: the builder is then
   * trusted.
   */
  readonly lifecycle?: TrustedLifecycle;
  /** The run images for run.toml, which prepare writes if the builder image lacks the file and the Platform API reads it. */
  readonly runImages?: RunImages;
  /** The rights of the builder's image extensions. Absent if detect runs none. */
  readonly extensions?: AllowedExtensions;
  /** The buildpacks that the operator adds to every group. Absent if there are none, or if the Build is a rebase. */
  readonly systemBuildpacks?: SystemBuildpacks;
  /** The Builder or ClusterBuilder that provides the image, for the build's log. */
  readonly resource?: { readonly kind: string; readonly name: string };
}

/** The rights of image extensions (buildpacks/spec, image_extension.md). */
export interface AllowedExtensions extends ExtensionRunImages {
  /** The user that applies their build.Dockerfiles. Absent if these are refused. */
  readonly root?: ExtensionRoot;
}

/** The run images that image extensions may switch to. */
export interface ExtensionRunImages {
  /** The run images that the Build or the builder names. */
  readonly runImages: readonly string[];
  /** The repositories of further run images (src/core/model/repository-patterns.ts). */
  readonly runImagePatterns: readonly string[];
}

/** Root in the user namespace of the Pod, which is an unprivileged user on the node, or root on the node. */
export type ExtensionRoot = 'user-namespace' | 'node';

/** A lifecycle image that the installation trusts, and what its phases need to know about the builder. */
export interface TrustedLifecycle {
  /** The reference, by digest. */
  readonly image: string;
  /** The run images of the builder's stack.toml and run.toml, which the lifecycle image lacks. */
  readonly runImages: RunImages;
}

/** The facts about a builder image that a generated Task needs. */
export interface TaskBuilder {
  /** The reference, by digest if the digest is known. */
  readonly image: string;
  readonly uid: number;
  readonly gid: number;
  readonly platformApi: PlatformApi;
  /** The builder's run image. `undefined` if the builder names none. */
  readonly runImage: string | undefined;
}
