import type { ApiObject } from '../api/read-objects.ts';
import { NETWORK_LABEL, NO_NETWORK, type NetworkReading } from '../model/build-network.ts';
import { objectAt } from '../model/json-field.ts';
import { isJsonObject } from '../model/json.ts';
import { type NetworkConfigMap, readNetwork } from '../network/read-network.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import type { InputIndex } from './input-index.ts';

/** Returns a function that returns the network of a namespace, from the labelled ConfigMaps of the input. */
export function inputNetworks(inputIndex: InputIndex): (namespace: Namespace) => NetworkReading {
  const configMaps = [...inputIndex.all()].flatMap(networkConfigMap);
  if (configMaps.length === 0) return () => NO_NETWORK;
  const readings = new Map<Namespace, NetworkReading>();
  return (namespace) => {
    const reading = readings.get(namespace) ?? readNetwork(configMaps.filter((one) => one.namespace === namespace));
    readings.set(namespace, reading);
    return reading;
  };
}

function networkConfigMap(object: ApiObject): readonly NetworkConfigMap[] {
  if (object.kind !== 'Other' || object.apiVersion !== 'v1' || object.kindName !== 'ConfigMap') return [];
  const { value, namespace, name } = object;
  if (!isJsonObject(value)) return [];
  const labels = objectAt(objectAt(value, 'metadata'), 'labels');
  return labels[NETWORK_LABEL] === 'true' ? [{ namespace, name, data: objectAt(value, 'data') }] : [];
}
