import { leftovers } from '../../install/checks/leftovers.ts';
import { liveKpack } from '../../install/checks/live-kpack.ts';
import { missingDefinitions } from '../../install/checks/missing-definitions.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { fieldError } from '../../model/problem.ts';
import type { Log } from '../../observability/log.ts';
import { CommandFailure } from '../command-failure.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';

export interface PreflightOptions {
  readonly cluster: OpenCluster;
  readonly allowKpack: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Looks whether the cluster is one to work in; rejects with `CommandFailure` where it is not. */
export async function preflight(options: PreflightOptions): Promise<void> {
  await refuseWithoutDefinitions(options);
  await refuseBesideKpack(options);
  await warnOfLeftovers(options);
}

async function refuseWithoutDefinitions({ cluster, signal }: PreflightOptions): Promise<void> {
  const missing = await missingDefinitions(cluster.transport, { signal });
  if (missing.length === 0) return;
  throw refusal(
    `the cluster has no ${missing.join(', ')} of kpack.io/v1alpha2: kubectl apply -f config/300-crds ` +
      '(or taskpack install | kubectl apply -f -)',
  );
}

async function refuseBesideKpack({ cluster, allowKpack, log, signal }: PreflightOptions): Promise<void> {
  if (allowKpack) return;
  try {
    const found = await liveKpack(cluster.client, { signal });
    if (found === undefined) return;
    throw refusal(
      `kpack's own controller runs in this cluster (${found}), and both would run every Build: remove it ` +
        '(kubectl scale deployment kpack-controller -n kpack --replicas 0), or use --allow-kpack or ALLOW_KPACK=true',
    );
  } catch (error) {
    if (!isKubeError(error, 'FORBIDDEN')) throw error;
    log.failure("whether kpack's own controller runs in this cluster may not be asked", error);
  }
}

async function warnOfLeftovers({ cluster, log, signal }: PreflightOptions): Promise<void> {
  for (const { what, command } of await leftovers(cluster.client, { signal })) {
    log.warn(`${what} is left of kpack, and stands between clients and this controller: ${command}`, { command });
  }
}

function refusal(sentence: string): CommandFailure {
  return new CommandFailure([fieldError([], sentence)], 1);
}
