import type { Cancel, Clock } from '../../../core/runtime/clock.ts';
import { PollFlow } from './poll-flow.ts';
import { PollHost } from './poll-host.ts';
import type { Topic } from './poll-topic.ts';

type FlowName = Pick<Topic, 'host' | 'login' | 'tenant'>;

/**
 * The flows that have topics or running queries, and their hosts. A flow without both stays until its backoff has passed, so that a
 * topic that replaces its last one does not ask too early.
 */
export class PollFlows<Failure> {
  readonly #clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly #hosts = new Map<string, PollHost<Failure>>();
  readonly #removals = new Map<PollFlow<Failure>, Cancel>();

  constructor(clock: Pick<Clock, 'elapsed' | 'schedule'>) {
    this.#clock = clock;
  }

  /** Returns the flow of a topic, which is new if it is not known. */
  get(name: FlowName): PollFlow<Failure> {
    const host = this.#hosts.get(name.host) ?? new PollHost<Failure>();
    this.#hosts.set(name.host, host);
    const flow = host.flows.get(flowKey(name)) ?? new PollFlow(host, name);
    host.flows.set(flowKey(name), flow);
    return flow;
  }

  /** Removes a flow that has no topics and no running queries as soon as its backoff has passed. */
  removeUnused(name: FlowName): void {
    const host = this.#hosts.get(name.host);
    const flow = host?.flows.get(flowKey(name));
    if (host === undefined || flow === undefined) return;
    this.#removals.get(flow)?.();
    this.#removals.delete(flow);
    if (flow.topics > 0 || flow.running > 0) return;
    const backoff = flow.backoffAt(this.#clock.elapsed());
    if (backoff !== undefined) {
      this.#removals.set(
        flow,
        this.#clock.schedule(backoff.leftMs, () => this.removeUnused(name)),
      );
      return;
    }
    host.flows.delete(flowKey(name));
    if (host.flows.size === 0) this.#hosts.delete(name.host);
  }

  /** Cancels all timers. */
  stop(): void {
    for (const cancel of this.#removals.values()) cancel();
    this.#removals.clear();
    this.#hosts.clear();
  }
}

function flowKey({ login, tenant }: FlowName): string {
  return JSON.stringify([tenant, login]);
}
