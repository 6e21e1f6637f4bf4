import type { Buildpack } from '../api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../api/kpack/cluster-store.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';

/** What is known beside a builder itself: from files, or from a cluster and a registry. */
export interface BuilderWorld {
  buildpacks(): readonly Buildpack[];
  clusterBuildpacks(): readonly ClusterBuildpack[];
  clusterStore(name: string): ClusterStore | undefined;
  clusterStack(name: string): ClusterStack | undefined;
  clusterLifecycle(name: string): ClusterLifecycle | undefined;
  /** Facts of an image, whatever the spelling of its reference. */
  imageFacts(image: string): ImageFacts | undefined;
}
