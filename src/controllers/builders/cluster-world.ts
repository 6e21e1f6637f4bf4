import type { BuilderWorld } from '../../builders/world.ts';
import type { PartCaches } from '../parts/part-caches.ts';
import type { NamedImages } from './named-images.ts';

/** The parts of builders as they are now, in stores. */
export type PartStores = { readonly [Kind in keyof PartCaches]: Pick<PartCaches[Kind], 'store'> };

/** What a cluster says of what builders are made of, and registries of the images that a builder names itself. */
export function clusterWorld(parts: PartStores, images: NamedImages): BuilderWorld {
  return {
    buildpacks: () => parts.buildpacks.store.list(),
    clusterBuildpacks: () => parts.clusterBuildpacks.store.list(),
    clusterStore: (name) => parts.clusterStores.store.get(name),
    clusterStack: (name) => parts.clusterStacks.store.get(name),
    clusterLifecycle: (name) => parts.clusterLifecycles.store.get(name),
    imageFacts: (image) => images.get(image)?.facts,
  };
}
