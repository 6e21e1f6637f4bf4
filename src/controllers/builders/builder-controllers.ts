import type { Controller } from '../start-controller.ts';
import type { BuilderCaches } from './builder-caches.ts';
import { builderController, type BuilderControllerOptions } from './builder-controller.ts';
import { BUILDERS, CLUSTER_BUILDERS, type AnyBuilder } from './builder-kind.ts';

/** What both have in common. */
export type BuilderControllersOptions = Omit<BuilderControllerOptions<AnyBuilder>, 'kind' | 'builders'>;

/** The controllers of Builders and ClusterBuilders. */
export function builderControllers(
  { builders, clusterBuilders }: BuilderCaches,
  options: BuilderControllersOptions,
): readonly Controller[] {
  return [
    builderController({ ...options, kind: BUILDERS, builders }),
    builderController({ ...options, kind: CLUSTER_BUILDERS, builders: clusterBuilders }),
  ];
}
