import type { Buildpack } from '../api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../api/kpack/cluster-store.ts';
import type { ImageFacts } from '../api/taskpack/image-facts.ts';

/** The resources and image facts that a builder refers to: from files, or from a cluster and a registry. */
export interface BuilderResources {
  buildpacks(): readonly Buildpack[];
  clusterBuildpacks(): readonly ClusterBuildpack[];
  clusterStore(name: string): ClusterStore | undefined;
  clusterStack(name: string): ClusterStack | undefined;
  clusterLifecycle(name: string): ClusterLifecycle | undefined;
  /** Returns the facts of an image, for any spelling of its reference. */
  imageFacts(image: string): ImageFacts | undefined;
}

type Status = Pick<NonNullable<ClusterStack['status']>, 'conditions'> | undefined;

/** True if kpack read the resource's images. */
export function isReady(status: Status): boolean {
  return readiness(status)?.status === 'True';
}

/** True if kpack failed to read the resource's images. Its status then has only the condition. */
export function isNotReady(status: Status): boolean {
  return readiness(status) !== undefined && !isReady(status);
}

/** Returns `: ` and the message of the resource's condition, or an empty text without a message. */
export function whyNotReady(status: Status): string {
  const message = readiness(status)?.message;
  return message === undefined ? '' : `: ${message}`;
}

function readiness(status: Status) {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}
