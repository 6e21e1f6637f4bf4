import { Counts } from '../../../core/runtime/counts.ts';
import type { PollFlow } from './poll-flow.ts';
import type { PollHost } from './poll-host.ts';
import type { FlowState, PollLimits } from './poll-topic.ts';

/** Running queries: of each tenant, and of all. */
class RunningCount {
  all = 0;
  readonly #byTenant = new Counts();

  of(tenant: string): number {
    return this.#byTenant.of(tenant);
  }

  add(tenant: string, change: 1 | -1): void {
    this.all += change;
    this.#byTenant.add(tenant, change);
  }
}

/**
 * Limits the queries that run at the same time. A slot of each limit stays free for other tenants, because a tenant can choose servers that
 * take very long for each answer.
 */
export class PollSlots {
  readonly #limits: PollLimits;
  readonly #byState: Readonly<Record<FlowState, RunningCount>> = {
    new: new RunningCount(),
    answering: new RunningCount(),
    failing: new RunningCount(),
  };
  readonly #byHost = new Map<PollHost<unknown>, RunningCount>();

  constructor(limits: PollLimits) {
    this.#limits = limits;
  }

  /** True if a query of the flow may start now. */
  isFree(flow: PollFlow<unknown>): boolean {
    const { perHost, [flow.state]: ofState } = this.#limits;
    const { [flow.state]: running } = this.#byState;
    if (!flow.isLastAnswered && flow.running > 0) return false;
    if (running.all >= ofState || running.of(flow.tenant) >= Math.ceil(ofState / 2)) return false;
    const atHost = this.#byHost.get(flow.host);
    return atHost === undefined || (atHost.all < perHost && atHost.of(flow.tenant) < Math.max(1, perHost - 1));
  }

  /** Takes a slot for a query of the flow. Returns the function that frees the slot. */
  take(flow: PollFlow<unknown>): () => void {
    const { host, tenant, state } = flow;
    const atHost = this.#byHost.get(host) ?? new RunningCount();
    this.#byHost.set(host, atHost);
    const counts = [this.#byState[state], atHost];
    flow.running += 1;
    for (const count of counts) count.add(tenant, 1);
    return () => {
      flow.running -= 1;
      for (const count of counts) count.add(tenant, -1);
      if (atHost.all === 0) this.#byHost.delete(host);
    };
  }
}
