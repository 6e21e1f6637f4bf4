import { isKubeError } from '../kube-error.ts';
import type { Holding } from './acquire.ts';
import { LEASE_TIMES, retryWait, type LeaderOptions } from './leader-options.ts';
import type { LeaseClient } from './lease-client.ts';

/** Renews until the signal says that it is enough; resolves to what is held then, or to `undefined` when it is lost. */
export async function keep(
  options: LeaderOptions,
  lease: LeaseClient,
  acquired: Holding,
  enough: AbortSignal,
): Promise<Holding | undefined> {
  const { collaborators, times = LEASE_TIMES } = options;
  let holding: Holding | undefined = acquired;
  while (holding !== undefined && !enough.aborted) {
    const left = leftOf(holding, options);
    const wait = Math.min(retryWait(times, collaborators.random()), left);
    await collaborators.sleep(wait, enough).catch(() => undefined);
    if (!enough.aborted) holding = await renewed(options, lease, holding);
  }
  return holding;
}

/** The holding after one attempt: renewed, the same after a failure, or none when it is somebody else's or over. */
async function renewed(options: LeaderOptions, lease: LeaseClient, holding: Holding): Promise<Holding | undefined> {
  const { collaborators, report } = options;
  const left = leftOf(holding, options);
  if (left <= 0) return undefined;
  const renewedAt = collaborators.elapsed();
  try {
    return { record: await lease.renew(holding.record, left), renewedAt };
  } catch (error) {
    if (isKubeError(error, 'CONFLICT', 'NOT_FOUND')) return reread(options, lease, holding);
    report(error);
    return leftOf(holding, options) > 0 ? holding : undefined;
  }
}

/** A conflict may be with ourselves: a renewal that was written, and whose answer was lost. */
async function reread(
  { identity, report, times = LEASE_TIMES }: LeaderOptions,
  lease: LeaseClient,
  holding: Holding,
): Promise<Holding | undefined> {
  try {
    const record = await lease.read(AbortSignal.timeout(times.renewDeadline / 2));
    return record?.holder === identity ? { ...holding, record } : undefined;
  } catch (error) {
    report(error);
    return holding;
  }
}

function leftOf({ renewedAt }: Holding, { collaborators, times = LEASE_TIMES }: LeaderOptions): number {
  return renewedAt + times.renewDeadline - collaborators.elapsed();
}
