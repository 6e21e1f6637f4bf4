import type { Manifest } from './manifest.ts';
import { DEPLOYMENT, LABELS, CONTROLLER_NAMESPACE } from '../model/installation-names.ts';

/**
 * Returns the optional PodDisruptionBudget by its file in `config/`. The Deployment itself has two replicas on different nodes
 * and elects a leader.
 */
export function highAvailabilityFiles(): Readonly<Record<string, readonly Manifest[]>> {
  return { 'overlays/high-availability/pod-disruption-budget.yaml': [disruptionBudget()] };
}

/** A Pod that is not ready leads nothing, so a node with such a Pod can be drained. */
function disruptionBudget(): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: DEPLOYMENT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    spec: { minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: LABELS } },
  };
}
