import { kpackConflicts } from '../../install/kpack-conflicts.ts';
import { runningKpackController, missingDefinitions } from '../../install/cluster-checks.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import type { Log } from '../../controller/observability/log.ts';
import { failure } from '../problems.ts';
import type { OpenCluster } from '../cluster.ts';

export interface PreflightOptions {
  readonly cluster: OpenCluster;
  readonly allowKpack: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Checks that the cluster has kpack's definitions and no running kpack controller. Rejects with `CommandFailure`
 * otherwise. Warns of conflicts with the rest of kpack.
 */
export async function preflight(options: PreflightOptions): Promise<void> {
  await refuseWithoutDefinitions(options);
  await refuseBesideKpack(options);
  await warnOfConflicts(options);
}

async function refuseWithoutDefinitions({ cluster, signal }: PreflightOptions): Promise<void> {
  const missing = await missingDefinitions(cluster.transport, { signal });
  if (missing.length === 0) return;
  throw failure(
    `the cluster has no ${missing.join(', ')} of kpack.io/v1alpha2: kubectl apply -f config/300-crds ` +
      '(or taskpack install | kubectl apply -f -)',
  );
}

async function refuseBesideKpack({ cluster, allowKpack, log, signal }: PreflightOptions): Promise<void> {
  if (allowKpack) return;
  try {
    const found = await runningKpackController(cluster.client, { signal });
    if (found === undefined) return;
    throw failure(
      `kpack's own controller runs in this cluster (${found}), and both would run every Build: remove it ` +
        '(kubectl scale deployment kpack-controller -n kpack --replicas 0), or use --allow-kpack or ALLOW_KPACK=true',
    );
  } catch (error) {
    if (!isKubeError(error, 'FORBIDDEN')) throw error;
    log.failure(
      "cannot check if kpack's controller runs, because taskpack may not read it; taskpack starts. Apply " +
        'config/200-rbac.yaml, or check it yourself: kubectl get deployment kpack-controller -n kpack',
      error,
    );
  }
}

async function warnOfConflicts({ cluster, log, signal }: PreflightOptions): Promise<void> {
  for (const { name, command } of await kpackConflicts(cluster.client, { signal })) {
    log.warn(`${name} of kpack still exists, so the API server can refuse Builds. Run: ${command}`, { command });
  }
}
