import type { ApiObject } from '../../api/read-objects.ts';
import type { BuilderWorld } from '../../builders/world.ts';
import type { Inventory } from '../../translate/inventory.ts';

/** What the input says of the world: nothing that is not in it exists. */
export function fileBuilderWorld(inventory: Inventory): BuilderWorld {
  const all = [...inventory.all()];
  const buildpacks = all.flatMap((object) => (object.kind === 'Buildpack' ? [object.value] : []));
  const clusterBuildpacks = all.flatMap((object) => (object.kind === 'ClusterBuildpack' ? [object.value] : []));
  const named = (kind: string, name: string): ApiObject | undefined => inventory.get(kind, undefined, name);
  return {
    buildpacks: () => buildpacks,
    clusterBuildpacks: () => clusterBuildpacks,
    clusterStore: (name) => {
      const object = named('ClusterStore', name);
      return object?.kind === 'ClusterStore' ? object.value : undefined;
    },
    clusterStack: (name) => {
      const object = named('ClusterStack', name);
      return object?.kind === 'ClusterStack' ? object.value : undefined;
    },
    clusterLifecycle: (name) => {
      const object = named('ClusterLifecycle', name);
      return object?.kind === 'ClusterLifecycle' ? object.value : undefined;
    },
    imageFacts: (image) => {
      const object = inventory.facts(image);
      return object?.kind === 'ImageFacts' ? object.value : undefined;
    },
  };
}
