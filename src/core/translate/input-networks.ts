import type { ApiObject } from '../api/read-objects.ts';
import { NETWORK_LABEL, NO_NETWORK, type NetworkReading } from '../model/build-network.ts';
import { isJsonObject } from '../model/json.ts';
import { fieldNote, type Problem } from '../model/problem.ts';
import { makeNetworks } from '../network/networks.ts';
import { isNetworkConfigMap, networkConfigMap, type NetworkConfigMap } from '../network/network-config-map.ts';
import { readNetwork } from '../network/read-network.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import type { InputIndex } from './input-index.ts';
import { located } from './located.ts';

/**
 * Returns a function that returns the network of the Builds in a namespace, from the labelled ConfigMaps of the input. Those in the
 * namespace of the controller apply to all Builds.
 */
export function inputNetworks(
  inputIndex: InputIndex,
  controllerNamespace: string,
): (namespace: Namespace) => NetworkReading {
  const configMaps = [...inputIndex.all()].flatMap(labelledConfigMap);
  if (configMaps.length === 0) return () => NO_NETWORK;
  const readings = new Map<string, NetworkReading>();
  const { ofBuilds } = makeNetworks(controllerNamespace, (namespace) => {
    const ofNamespace = configMaps.filter((one) => (one.namespace ?? '') === namespace);
    const reading = readings.get(namespace) ?? readNetwork(ofNamespace);
    readings.set(namespace, reading);
    return reading;
  });
  return (namespace) => ofBuilds(namespace ?? '');
}

/** Notes the labelled ConfigMaps that apply to no Build of the input. */
export function unusedNetworks(inputIndex: InputIndex, controllerNamespace: string): readonly Problem[] {
  const objects = [...inputIndex.all()];
  const namespaces = new Set(
    objects.flatMap((object) =>
      object.kind === 'Build' || object.kind === 'Image' ? [object.value.metadata.namespace] : [],
    ),
  );
  if (namespaces.size === 0) return [];
  return objects.flatMap((object) => {
    const [configMap] = labelledConfigMap(object);
    if (configMap === undefined) return [];
    const { namespace, name } = configMap;
    if (namespace === controllerNamespace || namespaces.has(namespace)) return [];
    const place = namespace === undefined ? 'it has no namespace' : `its namespace ${namespace} has no Build here`;
    const advice = 'if the controller runs there, name it with --controller-namespace';
    const message = `ConfigMap "${name}" with the label ${NETWORK_LABEL} has no effect, because ${place}`;
    const path = namespace === undefined ? ['metadata', 'name'] : ['metadata', 'namespace'];
    return [located(fieldNote(path, namespace === undefined ? message : `${message}: ${advice}`), object)];
  });
}

function labelledConfigMap(object: ApiObject): readonly NetworkConfigMap[] {
  if (object.kind !== 'Other' || object.apiVersion !== 'v1' || object.kindName !== 'ConfigMap') return [];
  const { value } = object;
  return isJsonObject(value) && isNetworkConfigMap(value) ? [networkConfigMap(value)] : [];
}
