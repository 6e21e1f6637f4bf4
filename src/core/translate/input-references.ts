import type { ApiObject } from '../api/read-objects.ts';
import { defined } from '../model/defined.ts';
import { asProvisionedService } from '../model/objects/provisioned-service.ts';
import { json } from '../model/objects/reader.ts';
import { formatLocation } from '../model/problem.ts';
import type { ProvisionedService, ReferencedObjects } from '../resolver/referenced-objects.ts';
import { inputNetworks } from './input-networks.ts';
import type { InputIndex } from './input-index.ts';
import { similarObjects } from './similar-object.ts';

/** Returns the objects of the input that Builds can refer to. An object outside the input does not exist. */
export function referencedObjects(inputIndex: InputIndex, controllerNamespace: string): ReferencedObjects {
  const accounts = [...inputIndex.all()].flatMap((object) => (object.kind === 'ServiceAccount' ? [object.value] : []));
  return {
    serviceAccounts: (namespace) => accounts.filter(({ metadata }) => metadata.namespace === namespace),
    serviceAccount: (namespace, name) => {
      const object = inputIndex.get('ServiceAccount', namespace, name);
      return object?.kind === 'ServiceAccount' ? object.value : undefined;
    },
    secret: (namespace, name) => {
      const object = inputIndex.get('Secret', namespace, name);
      return object?.kind === 'Secret' ? object.value : undefined;
    },
    lacksSecret: () => false,
    builder: (namespace, name) => {
      const object = inputIndex.get('Builder', namespace, name);
      return object?.kind === 'Builder' ? object.value : undefined;
    },
    clusterBuilder: (name) => {
      const object = inputIndex.get('ClusterBuilder', undefined, name);
      return object?.kind === 'ClusterBuilder' ? object.value : undefined;
    },
    imageFacts: (image, architecture) => inputIndex.facts(image, architecture)?.value,
    ...defined({ factsArchitecture: inputIndex.architecture }),
    locationOfFacts: (image, architecture) => {
      const place = inputIndex.facts(image, architecture)?.locate([]);
      return place && formatLocation(place);
    },
    provisionedService: ({ apiVersion, kind, namespace, name }) =>
      provisioned(inputIndex.get(`${apiVersion}/${kind}`, namespace, name)),
    network: inputNetworks(inputIndex, controllerNamespace),
    similarObject: similarObjects(inputIndex),
  };
}

function provisioned(object: ApiObject | undefined): ProvisionedService | undefined {
  if (object?.kind !== 'Other') return undefined;
  const { status } = asProvisionedService(json(object.value));
  return defined({ secret: status.binding.name });
}
