import type { ApiObject } from '../api/read-objects.ts';
import { isJsonObject, type Json } from '../model/json.ts';
import type { ProvisionedService, World } from '../resolver/world.ts';
import type { Inventory } from './inventory.ts';

/** What the input says of the world: nothing that is not in it exists. */
export function fileWorld(inventory: Inventory): World {
  const accounts = [...inventory.all()].flatMap((object) => (object.kind === 'ServiceAccount' ? [object.value] : []));
  return {
    serviceAccounts: (namespace) => accounts.filter(({ metadata }) => metadata.namespace === namespace),
    serviceAccount: (namespace, name) => {
      const object = inventory.get('ServiceAccount', namespace, name);
      return object?.kind === 'ServiceAccount' ? object.value : undefined;
    },
    secret: (namespace, name) => {
      const object = inventory.get('Secret', namespace, name);
      return object?.kind === 'Secret' ? object.value : undefined;
    },
    builder: (namespace, name) => {
      const object = inventory.get('Builder', namespace, name);
      return object?.kind === 'Builder' ? object.value : undefined;
    },
    clusterBuilder: (name) => {
      const object = inventory.get('ClusterBuilder', undefined, name);
      return object?.kind === 'ClusterBuilder' ? object.value : undefined;
    },
    imageFacts: (image) => {
      const object = inventory.facts(image);
      return object?.kind === 'ImageFacts' ? object.value : undefined;
    },
    provisionedService: ({ apiVersion, kind, namespace, name }) =>
      provisioned(inventory.get(`${apiVersion}/${kind}`, namespace, name)),
  };
}

/** Reads `status.binding.name` (servicebinding.io 1.0, Provisioned Service) of an object of any kind. */
function provisioned(object: ApiObject | undefined): ProvisionedService | undefined {
  if (object?.kind !== 'Other') return undefined;
  const name = member(member(member(object.value, 'status'), 'binding'), 'name');
  return typeof name === 'string' ? { secret: name } : {};
}

function member(value: unknown, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}
