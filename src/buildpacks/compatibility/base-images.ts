import type { Distro } from '../target.ts';

/** What a builder is built on; what is not known is not checked. */
export interface BaseImages {
  readonly lifecycle?: LifecycleFacts;
  readonly stack?: StackFacts;
}

/** What is known of the lifecycle that a builder gets: a ClusterLifecycle's status and its image's configuration. */
export interface LifecycleFacts {
  readonly image: string;
  readonly buildpackApis: ApiSet;
  readonly platformApis: ApiSet;
  readonly platform: ImagePlatform;
}

/** What is known of the images that a builder stands on: a ClusterStack's status and its images' configuration. */
export interface StackFacts {
  readonly id: string;
  readonly mixins: readonly string[];
  /** Of the build image. */
  readonly platform: ImagePlatform;
  /** Of the run image (labels `io.buildpacks.base.distro.*`). */
  readonly distro?: Distro;
}

/** What an image's configuration says of its platform. */
export interface ImagePlatform {
  readonly os: string;
  readonly architecture?: string;
  readonly variant?: string;
}

interface ApiSet {
  readonly deprecated: readonly string[];
  readonly supported: readonly string[];
}

/** Deprecated ones first, as kpack lists them. */
export function allApis({ deprecated, supported }: ApiSet): readonly string[] {
  return [...deprecated, ...supported];
}
