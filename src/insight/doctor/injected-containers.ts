import { podContainers, type PodContainer } from '../../../translators/progress/pod-containers.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { fields, list, text } from '../../core/model/objects/reader.ts';
import type { Workload } from '../../core/model/workload.ts';
import type { ClusterFacts } from './cluster-facts.ts';

const named = list(fields({ name: text }));
const containersOf = fields({ spec: fields({ initContainers: named, containers: named }) });

/** Returns the containers that admission adds to the Pod of a workload; `undefined` if that is not known. */
export function injectedContainers(
  { probes }: Pick<ClusterFacts, 'probes'>,
  workload: Workload,
): readonly PodContainer[] | undefined {
  const probe = probes.pods[workload];
  if (probe?.kind !== 'read' || probe.value.answer.kind !== 'admitted') return undefined;
  const { initContainers, containers } = containersOf(probe.value.sent).spec;
  const own = new Set([...initContainers, ...containers].map(({ name }) => name));
  return podContainers(asPod(probe.value.answer.object)).filter(({ name }) => !own.has(name));
}
