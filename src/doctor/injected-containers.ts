import { podContainers, type PodContainer } from '../../translators/progress/pod-containers.ts';
import { objectAt, objectsAt } from '../model/json-field.ts';
import type { ClusterFacts, Layout } from './cluster-facts.ts';

/** Returns the containers that admission adds to the Pod of a layout; `undefined` if that is not known. */
export function injectedContainers(
  { probes }: Pick<ClusterFacts, 'probes'>,
  layout: Layout,
): readonly PodContainer[] | undefined {
  const probe = probes.pods[layout];
  if (probe?.kind !== 'read' || probe.value.answer.kind !== 'admitted') return undefined;
  const spec = objectAt(probe.value.sent, 'spec');
  const own = new Set([...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].map(({ name }) => name));
  return podContainers(probe.value.answer.object).filter(({ name }) => !own.has(name));
}
