import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { childName, contentName } from '../../src/core/model/names.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { buildLabel, type IsolatedAccount, objectMetadata, type TranslatedBuild } from './workload-metadata.ts';

/** The ServiceAccount that a workload runs as: one without Secrets and without a cloud identity, or the Build's own. */
export type WorkloadAccount = 'isolated' | 'build';

/** Returns the name of the ServiceAccount that the workload runs as. */
export function workloadAccountName(build: ResolvedBuild, account: WorkloadAccount): string {
  return runsAsBuild(build, account) ? build.serviceAccountName : isolatedAccountName(build);
}

/** Returns the isolated account if the workload runs as that account. The workload needs it. */
export function workloadAccounts(build: ResolvedBuild, account: WorkloadAccount): readonly Manifest[] {
  return runsAsBuild(build, account) ? [] : [isolatedAccount(build)];
}

/** Describes the isolated account, for checks of an account that exists already, if the workload runs as that account. */
export function isolation(
  build: ResolvedBuild,
  account: WorkloadAccount,
  { secretsReachSteps }: Pick<IsolatedAccount, 'secretsReachSteps'>,
): Pick<TranslatedBuild, 'isolatedAccount'> {
  return runsAsBuild(build, account)
    ? {}
    : { isolatedAccount: { name: isolatedAccountName(build), secretsReachSteps } };
}

/** True if the workload runs as the Build's ServiceAccount. A cloud identity belongs to that account only. */
export function runsAsBuild(
  { workloadIdentity }: Pick<ResolvedBuild, 'workloadIdentity'>,
  account: WorkloadAccount,
): boolean {
  return account === 'build' || workloadIdentity;
}

/**
 * Tekton writes every registry and git Secret of a TaskRun's ServiceAccount into the home of every step, including the
 * steps that run buildpacks (pkg/pod/creds_init.go). Webhooks of cloud providers give the identity of a Pod's
 * ServiceAccount to every container. Workloads therefore run as an account without both, and phases mount the Secrets
 * that they need.
 */
function isolatedAccount(build: ResolvedBuild): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: objectMetadata(build, {
      name: isolatedAccountName(build),
      ...(build.owner !== undefined && { labels: buildLabel(build) }),
    }),
    automountServiceAccountToken: false,
  };
}

/** A Build that no API server has stored has no UID: such Builds share one account for each account that they name. */
export function isolatedAccountName({
  name,
  owner,
  serviceAccountName,
}: Pick<ResolvedBuild, 'name' | 'owner' | 'serviceAccountName'>): string {
  return owner === undefined ? childName(serviceAccountName, '-taskpack') : ownAccountName(name, owner.uid);
}

/** Returns a name that no user can take in advance, because it depends on the Build's UID. */
export function ownAccountName(build: string, uid: string): string {
  return contentName(`${build}-taskpack-`, uid);
}
