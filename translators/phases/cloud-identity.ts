import type { PhaseList } from './phase.ts';
import type { WorkloadAccount } from './workload-account.ts';

type Strings = Readonly<Record<string, string>>;

/**
 * Returns the annotations by which EKS's and Azure's webhooks give no cloud identity to these containers of a workload that
 * runs as the Build's account. EKS separates names by commas (amazon-eks-pod-identity-webhook), Azure by semicolons
 * (azure-workload-identity, pkg/webhook). GKE cannot exclude containers.
 */
export function identityAnnotations(account: WorkloadAccount, containers: readonly string[]): Strings {
  if (account === 'isolated') return {};
  return {
    'eks.amazonaws.com/skip-containers': containers.join(','),
    'azure.workload.identity/skip-containers': containers.join(';'),
  };
}

/** Returns the names of the phases whose containers get no cloud identity. */
export function phasesWithoutIdentity({ phases }: PhaseList): readonly string[] {
  return phases.map(({ name }) => name);
}
