import {
  isAboveLimit,
  nextInTurn,
  reachedLimit,
  type BuildInitiator,
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
  /** A Build runs if it has a Pod and no end. Before, it starts. */
  readonly state: 'starting' | 'running' | 'finished' | 'gone';
}

/** The state of a queue that the next process reads from the cluster. */
export interface EarlierQueue {
  readonly waiting: readonly NeededBuild[];
  /** The Builds of Images that exist and do not run yet. Their time begins again, because the clocks of two processes can differ. */
  readonly starting: readonly Omit<ObservedBuild, 'state'>[];
  /** The Builds of Images in the order of their creation: the turns of the namespaces. */
  readonly turns: readonly { readonly namespace: string; readonly initiator: BuildInitiator }[];
}

/**
 * A Build that does not run within this time gives its place back: it cannot start, or it was never created. Most Builds run after
 * seconds. A Build that runs later takes a place again.
 */
const START_TIMEOUT_MS = 120_000;

/**
 * Decides which Builds may start. A Build holds a place while it runs, and from its turn until it runs, for a limited time. Builds that
 * were created without a turn hold none until they run: anybody who may create Builds can create thousands that never do.
 */
export class BuildQueue {
  readonly #options: BuildQueueOptions;
  readonly #occupancy = createOccupancy();
  readonly #states = new QueueStates(this.#occupancy);

  constructor(options: BuildQueueOptions) {
    this.#options = options;
  }

  /** Continues the queue of an earlier process. */
  resume({ waiting, starting, turns }: EarlierQueue): void {
    for (const needed of waiting) {
      if (this.#states.get(needed.image) === undefined) this.#states.put(needed.image, { kind: 'waiting', needed });
    }
    const atMs = this.#options.elapsed();
    for (const { image = '', namespace, build } of starting) {
      this.#states.put(image, { kind: 'created', namespace, build, atMs });
    }
    for (const { namespace, initiator } of turns) this.#occupancy.takeTurn(namespace, initiator);
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
    this.#states.put(image, { kind: 'creating', namespace, build, isSettled: false });
    return { kind: 'start' };
  }

  /** Records that the Build exists, or may exist because the answer of the API server is lost. */
  created(image: string, build: string): void {
    const current = this.#states.get(image);
    if (current?.kind !== 'creating') return;
    const { namespace } = current;
    const isSettled = (current.isSettled && current.build === build) || this.#occupancy.isRunning(namespace, build);
    if (isSettled) return this.#free(image);
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
    const hasLeft = this.#occupancy.setRunning(namespace, build, state === 'running');
    const current = this.#states.get(image);
    if (state === 'starting') {
      if (hasLeft) this.#startAgain(namespace, build, image, current);
      return;
    }
    const isExpected = current !== undefined && 'build' in current && current.build === build;
    if (isExpected && current.kind === 'creating') this.#states.put(image, { ...current, isSettled: true });
    if (isExpected && current.kind === 'created') this.#states.remove(image);
    if (hasLeft || (isExpected && state !== 'running')) this.#callNext();
  }

  /**
   * Returns after how many milliseconds to call `leave`, because a created Build that does not run holds a place until then;
   * `undefined` if no Build could wait for that.
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

  /** Gives a Build of an Image that had a Pod, and gets another one, a place until it runs. */
  #startAgain(namespace: string, build: string, image: string, current: QueueState | undefined): void {
    if (image === '' || current !== undefined) return this.#callNext();
    this.#states.put(image, { kind: 'created', namespace, build, atMs: this.#options.elapsed() });
  }

  /** Returns for how many milliseconds a created Build still holds a place without running. */
  #leftMs({ atMs }: Extract<QueueState, { kind: 'created' }>): number {
    return Math.max(0, atMs + START_TIMEOUT_MS - this.#options.elapsed());
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
    const { namespace, initiator } = current.needed;
    this.#states.put(next.image, { kind: 'called', namespace });
    this.#occupancy.takeTurn(namespace, initiator);
    return next.image;
  }
}
