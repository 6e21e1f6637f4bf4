import type { WorkloadState } from '../../../model/build-progress.ts';
import type { FailureCause } from './failure-cause.ts';

type Disruption = FailureCause & { readonly kind: 'evicted' | 'preempted' | 'node-lost' };

/**
 * What took a workload away, by the words for it: of the kubelet in a Pod's status, of its condition DisruptionTarget
 * (KEP-3329), of Tekton.
 */
const DISRUPTIONS: ReadonlyMap<string, Disruption['kind']> = new Map([
  ['Evicted', 'evicted'],
  ['EvictionByEvictionAPI', 'evicted'],
  ['PodEvicted', 'evicted'],
  ['Preempting', 'preempted'],
  ['PreemptionByScheduler', 'preempted'],
  ['DeletionByPodGC', 'node-lost'],
  ['DeletionByTaintManager', 'node-lost'],
  ['NodeLost', 'node-lost'],
  ['NodeShutdown', 'node-lost'],
  ['Shutdown', 'node-lost'],
  ['Terminated', 'node-lost'],
  ['TerminationByKubelet', 'node-lost'],
]);

/** That somebody else took it away, where that is what its state says. */
export function disruption(state: WorkloadState): Disruption | undefined {
  if (state.kind === 'succeeded') return undefined;
  const kind = DISRUPTIONS.get(state.reason ?? '');
  return kind && { kind, ...(state.message !== undefined && { message: state.message }) };
}
