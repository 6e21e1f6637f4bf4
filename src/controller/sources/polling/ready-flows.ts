import type { PollFlow } from './poll-flow.ts';

/** The flows that have waiting topics. Tenants take turns, and so do the flows of each tenant. */
export class ReadyFlows<Failure> {
  readonly #byTenant = new Map<string, Set<PollFlow<Failure>>>();

  add(flow: PollFlow<Failure>): void {
    const flows = this.#byTenant.get(flow.tenant) ?? new Set();
    this.#byTenant.set(flow.tenant, flows.add(flow));
  }

  delete(flow: PollFlow<Failure>): void {
    const flows = this.#byTenant.get(flow.tenant);
    flows?.delete(flow);
    if (flows?.size === 0) this.#byTenant.delete(flow.tenant);
  }

  clear(): void {
    this.#byTenant.clear();
  }

  /** Calls `start` with flows until it starts nothing for any tenant. `start` returns true if it started a query. */
  startEach(start: (flow: PollFlow<Failure>) => boolean): void {
    let tenants = [...this.#byTenant.keys()];
    while (tenants.length > 0) tenants = tenants.filter((tenant) => this.#startNext(tenant, start));
  }

  #startNext(tenant: string, start: (flow: PollFlow<Failure>) => boolean): boolean {
    const flows = this.#byTenant.get(tenant);
    for (const flow of flows ?? []) {
      const isStarted = start(flow);
      if (flow.waiting.size() === 0) this.delete(flow);
      if (!isStarted) continue;
      this.#moveToEnd(tenant, flow);
      return true;
    }
    return false;
  }

  #moveToEnd(tenant: string, flow: PollFlow<Failure>): void {
    const flows = this.#byTenant.get(tenant);
    if (flows === undefined) return;
    if (flows.delete(flow)) flows.add(flow);
    this.#byTenant.delete(tenant);
    this.#byTenant.set(tenant, flows);
  }
}
