import {
  isAboveLimit,
  nextInTurn,
  reachedLimit,
  type BuildLimits,
  type ReachedLimit,
  type WaitingBuild,
} from './next-in-turn.ts';
import { createOccupancy } from './occupancy.ts';
import { QueueStates, type NeededBuild, type QueueState } from './queue-states.ts';

export interface BuildQueueOptions {
  readonly limits: BuildLimits;
  /** Returns the milliseconds since some moment. */
  readonly elapsed: () => number;
  /** Called if the next Build of an Image may start now. The caller asks again for this Image. */
  readonly onTurn: (image: string) => void;
}

export type Turn = { readonly kind: 'start' } | { readonly kind: 'wait'; readonly until: ReachedLimit };

/** A Build that exists. */
export interface ObservedBuild {
  readonly namespace: string;
  readonly build: string;
  /** The Image that the Build is for, if there is one. */
  readonly image?: string;
  readonly state: 'unfinished' | 'finished' | 'gone';
}

/** A Build that was not shown after this time does not exist: it was deleted meanwhile, or never created. */
const EXPIRY_MS = 60_000;

/**
 * Decides which Builds may start. Counts the unfinished Builds that it is shown, and those that were allowed to start and have not
 * been shown yet.
 */
export class BuildQueue {
  readonly #options: BuildQueueOptions;
  readonly #occupancy = createOccupancy();
  readonly #states = new QueueStates(this.#occupancy);

  constructor(options: BuildQueueOptions) {
    this.#options = options;
  }

  /** Continues the queue of an earlier process. The namespaces are in the order of their last turns. */
  resume(waiting: readonly NeededBuild[], namespaces: readonly string[]): void {
    for (const needed of waiting) {
      if (this.#states.get(needed.image) === undefined) this.#states.put(needed.image, { kind: 'waiting', needed });
    }
    namespaces.forEach(this.#occupancy.takeTurn);
    this.#callNext();
  }

  /** Asks if the Build with this key may be created now. If so, call `created` or `notCreated` next. */
  ask(needed: NeededBuild, build: string): Turn {
    const { image, namespace } = needed;
    const before = this.#states.get(image);
    if (this.#hasNoTurn(before)) {
      const sinceMs = before?.kind === 'waiting' ? Math.min(needed.sinceMs, before.needed.sinceMs) : needed.sinceMs;
      this.#states.put(image, { kind: 'waiting', needed: { ...needed, sinceMs } });
      this.#callNext(image);
    }
    if (this.#states.get(image)?.kind === 'waiting') {
      return { kind: 'wait', until: reachedLimit(this.#occupancy.queueOf(namespace), this.#options.limits) };
    }
    this.#states.put(image, { kind: 'creating', namespace, build, isObserved: false });
    return { kind: 'start' };
  }

  /** Records that the Build exists, or may exist because the answer of the API server is lost. */
  created(image: string, build: string): void {
    const current = this.#states.get(image);
    if (current?.kind !== 'creating') return;
    const { namespace } = current;
    const isObserved =
      (current.isObserved && current.build === build) || this.#occupancy.isUnfinished(namespace, build);
    if (isObserved) return this.#free(image);
    this.#states.put(image, { kind: 'created', namespace, build, atMs: this.#options.elapsed() });
  }

  /** Gives the turn of an Image to the next one, because the Build does not exist. */
  notCreated(image: string): void {
    this.#free(image);
  }

  /** Removes an Image that needs no Build now. */
  leave(image: string): void {
    const current = this.#states.get(image);
    if (current !== undefined && (current.kind !== 'created' || this.#leftMs(current) === 0)) this.#free(image);
  }

  /** Records the state of a Build. */
  observe({ namespace, build, image = '', state }: ObservedBuild): void {
    const hasLeft = this.#occupancy.setUnfinished(namespace, build, state === 'unfinished');
    const current = this.#states.get(image);
    const isExpected = current !== undefined && 'build' in current && current.build === build;
    if (isExpected && current.kind === 'creating') this.#states.put(image, { ...current, isObserved: true });
    if (isExpected && current.kind === 'created') this.#states.remove(image);
    if (hasLeft || (isExpected && state !== 'unfinished')) this.#callNext();
  }

  /**
   * Returns after how many milliseconds to call `leave`, because a created Build that was not shown counts until then; `undefined` if
   * no Build could wait for that.
   */
  expectationExpiresInMs(image: string): number | undefined {
    const { cluster, namespace } = this.#options.limits;
    const isLimited = Number.isFinite(cluster) || Number.isFinite(namespace);
    const current = this.#states.get(image);
    return isLimited && current?.kind === 'created' ? this.#leftMs(current) : undefined;
  }

  waiting(): readonly WaitingBuild[] {
    return this.#states.waiting();
  }

  /** Returns for how many milliseconds a created Build still counts without being shown. */
  #leftMs({ atMs }: Extract<QueueState, { kind: 'created' }>): number {
    return Math.max(0, atMs + EXPIRY_MS - this.#options.elapsed());
  }

  /** Returns true if the Image was not called, or if people have meanwhile created Builds by hand that take its turn. */
  #hasNoTurn(current: QueueState | undefined): boolean {
    if (current?.kind !== 'called') return current === undefined || current.kind === 'waiting';
    return isAboveLimit(this.#occupancy.queueOf(current.namespace), this.#occupancy.queues(), this.#options.limits);
  }

  #free(image: string): void {
    this.#states.remove(image);
    this.#callNext();
  }

  /** Gives all turns that the limits allow. */
  #callNext(asking?: string): void {
    for (let next = this.#callOne(); next !== undefined; next = this.#callOne()) {
      if (next !== asking) this.#options.onTurn(next);
    }
  }

  #callOne(): string | undefined {
    const next = nextInTurn(this.#occupancy.queues(), this.#options.limits);
    const current = next && this.#states.get(next.image);
    if (next === undefined || current?.kind !== 'waiting') return undefined;
    const { namespace } = current.needed;
    this.#states.put(next.image, { kind: 'called', namespace });
    this.#occupancy.takeTurn(namespace);
    return next.image;
  }
}
