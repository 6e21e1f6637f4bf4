import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { PhaseList } from './phase.ts';
import { runsAsBuild, type WorkloadAccount } from './workload-account.ts';
import { type LabelsAndAnnotations, workloadLabels } from './workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** Returns the labels and annotations of a workload: the Build's, and those for the webhooks of EKS and Azure. */
export function labelsAndAnnotations(
  build: ResolvedBuild,
  account: WorkloadAccount,
  containersWithoutIdentity: readonly string[],
): LabelsAndAnnotations {
  return {
    labels: { ...workloadLabels(build), ...identityLabels(build) },
    annotations: { ...build.annotations, ...identityAnnotations(build, account, containersWithoutIdentity) },
  };
}

/** Returns the annotations that exclude these containers if the workload runs as the Build's account. */
export function identityAnnotations(
  build: Pick<ResolvedBuild, 'workloadIdentity'>,
  account: WorkloadAccount,
  containers: readonly string[],
): Strings {
  return runsAsBuild(build, account) ? skipContainers(containers) : {};
}

/**
 * Returns the annotations by which EKS's and Azure's webhooks give no cloud identity to these containers. EKS separates
 * names by commas (amazon-eks-pod-identity-webhook), Azure by semicolons (azure-workload-identity, pkg/webhook). GKE cannot
 * exclude containers.
 */
export function skipContainers(containers: readonly string[]): Strings {
  if (containers.length === 0) return {};
  return {
    'eks.amazonaws.com/skip-containers': containers.join(','),
    'azure.workload.identity/skip-containers': containers.join(';'),
  };
}

/** Returns the label by which Azure's webhook selects Pods, if prepare may have the identity. */
export function identityLabels({ workloadIdentity }: Pick<ResolvedBuild, 'workloadIdentity'>): Strings {
  return workloadIdentity ? { 'azure.workload.identity/use': 'true' } : {};
}

/** Returns the names of the phases that get no cloud identity. prepare exchanges it for logins, which the other phases use. */
export function phasesWithoutIdentity(
  { workloadIdentity }: Pick<ResolvedBuild, 'workloadIdentity'>,
  { phases }: Pick<PhaseList, 'phases'>,
): readonly string[] {
  return phases.map(({ name }) => name).filter((name) => !workloadIdentity || name !== 'prepare');
}
