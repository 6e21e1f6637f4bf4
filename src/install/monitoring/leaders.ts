import { LEASE } from '../../model/installation-names.ts';

/** Selects the processes of taskpack. Other controllers have the same metric with the names of their own Leases. */
export const LEADERS = `leader_election_master_status{name=~"${LEASE}([.].+)?"}`;
