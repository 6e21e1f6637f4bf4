import { asLease, type Lease } from '../../../core/model/objects/lease.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import type { ClockFacts, ServerTime, ClusterFacts } from '../cluster-facts.ts';

/** Registries refuse tokens from a clock that is further off, and times of phases are then misleading. */
const MAX_SKEW_MS = 10_000;

/** The API server writes times in whole seconds. */
const RESOLUTION_MS = 1000;

/** Kubelets renew their Leases every 10 seconds, and controllers more often. */
export const MAX_LEASE_AGE_MS = 60_000;

/** Checks the clocks of this machine, of the nodes and of the controller against that of the API server. */
export function checkClocks({ clocks, controller }: ClusterFacts): readonly Finding[] {
  return [
    ...whenRead('clock', clocks.server, 'the clock of the API server', (time) => [thisMachine(time)]),
    ...whenRead('clock', controller.lease, 'the clock of the controller', (lease) => ahead(clocks, asLease(lease))),
    ...whenRead('clock', clocks.nodeLeases, 'the clocks of nodes', (leases) => nodes(clocks, leases.map(asLease))),
  ];
}

/** Returns the time of the API server, or else of this machine, in milliseconds since 1970. */
function serverNowMs({ server, nowMs }: ClockFacts): number {
  return server.kind === 'read' ? server.value.atMs + nowMs - server.value.receivedMs : nowMs;
}

/** Returns how long ago the holder renewed a Lease, by the holder's clock. It is negative if that clock is ahead. */
export function leaseAgeMs(clocks: ClockFacts, { spec }: Lease): number {
  return serverNowMs(clocks) - Date.parse(spec.renewTime ?? '');
}

function thisMachine({ atMs, sentMs, receivedMs }: ServerTime): Finding {
  const aheadMs = sentMs - (atMs + RESOLUTION_MS);
  const behindMs = atMs - receivedMs;
  const skewMs = Math.max(aheadMs, behindMs);
  if (skewMs <= MAX_SKEW_MS) return ok('clock', 'The clock of this machine agrees with that of the API server.');
  return skewed('this machine', skewMs, aheadMs > 0 ? 'ahead of' : 'behind');
}

function ahead(clocks: ClockFacts, lease: Lease): readonly Finding[] {
  const ageMs = leaseAgeMs(clocks, lease);
  const { holderIdentity: holder = '' } = lease.spec;
  return ageMs < -MAX_SKEW_MS - RESOLUTION_MS ? [skewed(holder, -ageMs, 'ahead of')] : [];
}

function nodes(clocks: ClockFacts, leases: readonly Lease[]): readonly Finding[] {
  const findings = leases.flatMap((lease) => [...ahead(clocks, lease), ...silent(clocks, lease)]);
  if (findings.length > 0 || leases.length === 0) return findings;
  return [
    ok(
      'clock',
      `${leases.length === 1 ? 'The clock of the node is' : `The clocks of ${leases.length} nodes are`} not ahead of that of the API server.`,
    ),
  ];
}

/** A clock that is behind looks like a node that is down. */
function silent(clocks: ClockFacts, lease: Lease): readonly Finding[] {
  const ageMs = leaseAgeMs(clocks, lease);
  if (!(ageMs > MAX_LEASE_AGE_MS)) return [];
  const { holderIdentity: name = '' } = lease.spec;
  return [
    found(
      'clock',
      'warning',
      `The node ${name} renewed its Lease ${Math.round(ageMs / 1000)} s ago by its clock: the node is down, or its clock is behind.`,
      `Check the node: kubectl describe node ${name}`,
    ),
  ];
}

function skewed(whose: string, skewMs: number, how: 'ahead of' | 'behind'): Finding {
  return found(
    'clock',
    'warning',
    `The clock of ${whose} is ${Math.round(skewMs / 1000)} s ${how} that of the API server. Registries can refuse tokens, and the times of phases are wrong.`,
    'Synchronize the clock with NTP.',
  );
}
