import type { Controller } from '../start-controller.ts';
import { CLUSTER_LIFECYCLES } from './cluster-lifecycles.ts';
import { CLUSTER_STACKS } from './cluster-stacks.ts';
import type { PartCaches } from './part-caches.ts';
import { partController, type PartControllerOptions } from './part-controller.ts';
import type { Part } from './part.ts';
import { BUILDPACKS, CLUSTER_BUILDPACKS, CLUSTER_STORES } from './sources.ts';

/** What all of them have in common. */
export type PartControllersOptions = Omit<PartControllerOptions<Part>, 'kind' | 'parts'>;

/** The controllers of Buildpacks, ClusterBuildpacks, ClusterStores, ClusterStacks and ClusterLifecycles. */
export function partControllers(caches: PartCaches, options: PartControllersOptions): readonly Controller[] {
  return [
    partController({ ...options, kind: BUILDPACKS, parts: caches.buildpacks }),
    partController({ ...options, kind: CLUSTER_BUILDPACKS, parts: caches.clusterBuildpacks }),
    partController({ ...options, kind: CLUSTER_STORES, parts: caches.clusterStores }),
    partController({ ...options, kind: CLUSTER_STACKS, parts: caches.clusterStacks }),
    partController({ ...options, kind: CLUSTER_LIFECYCLES, parts: caches.clusterLifecycles }),
  ];
}
