import { isKubeError, KubeError } from '../kube-error.ts';
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

/** The holding after one attempt; none when that has not ended by the renew deadline, at which others may soon begin. */
async function renewed(options: LeaderOptions, lease: LeaseClient, holding: Holding): Promise<Holding | undefined> {
  const { collaborators, report, namespace, name } = options;
  const left = leftOf(holding, options);
  if (left <= 0) return undefined;
  const [late, ended] = [new AbortController(), new AbortController()];
  const deadline = async (): Promise<undefined> => {
    await collaborators.sleep(left, ended.signal);
    const sentence = 'it takes longer than the renew deadline, and the lease counts as lost';
    const error = new KubeError('TIMED_OUT', `renew lease ${namespace}/${name}`, sentence);
    report(error);
    late.abort(error);
  };
  try {
    // The client's own clock begins only when it has credentials, and those may take long.
    return await Promise.race([attempt(options, lease, holding, late.signal), deadline()]);
  } finally {
    ended.abort();
  }
}

/** Renewed, the same after a failure, or none when it is somebody else's or over. */
async function attempt(
  options: LeaderOptions,
  lease: LeaseClient,
  holding: Holding,
  late: AbortSignal,
): Promise<Holding | undefined> {
  const { collaborators, report } = options;
  const renewedAt = collaborators.elapsed();
  try {
    return { record: await lease.renew(holding.record, leftOf(holding, options), late), renewedAt };
  } catch (error) {
    if (isKubeError(error, 'CONFLICT', 'NOT_FOUND')) return reread(options, lease, holding, late);
    if (!late.aborted) report(error);
    return leftOf(holding, options) > 0 ? holding : undefined;
  }
}

/** A conflict may be with ourselves: a renewal that was written, and whose answer was lost. */
async function reread(
  { identity, report }: LeaderOptions,
  lease: LeaseClient,
  holding: Holding,
  late: AbortSignal,
): Promise<Holding | undefined> {
  try {
    const record = await lease.read(late);
    return record?.holder === identity ? { ...holding, record } : undefined;
  } catch (error) {
    if (!late.aborted) report(error);
    return holding;
  }
}

function leftOf({ renewedAt }: Holding, { collaborators, times = LEASE_TIMES }: LeaderOptions): number {
  return renewedAt + times.renewDeadline - collaborators.elapsed();
}
