import type { WaitingBuild } from './next-in-turn.ts';
import type { Occupancy } from './occupancy.ts';

/** A Build that an Image needs now. */
export interface NeededBuild extends WaitingBuild {
  readonly namespace: string;
}

/** The state of an Image in the queue. All but `waiting` hold a place. */
export type QueueState =
  | { readonly kind: 'waiting'; readonly needed: NeededBuild }
  /** The Image has its turn and has not asked again yet. */
  | { readonly kind: 'called'; readonly namespace: string }
  /** `isSettled` if the Build was seen to run or to have ended before the API server answered. */
  | { readonly kind: 'creating'; readonly namespace: string; readonly build: string; readonly isSettled: boolean }
  /** The Build exists, or may exist, and was not seen to run. */
  | { readonly kind: 'created'; readonly namespace: string; readonly build: string; readonly atMs: number };

/** The states of Images in the queue. Each change of a state also changes the occupancy. */
export class QueueStates {
  readonly #states = new Map<string, QueueState>();
  readonly #occupancy: Pick<Occupancy, 'wait' | 'stopWaiting' | 'reserve' | 'release'>;

  constructor(occupancy: Pick<Occupancy, 'wait' | 'stopWaiting' | 'reserve' | 'release'>) {
    this.#occupancy = occupancy;
  }

  get(image: string): QueueState | undefined {
    return this.#states.get(image);
  }

  put(image: string, current: QueueState): void {
    this.remove(image);
    this.#states.set(image, current);
    if (current.kind === 'waiting') this.#occupancy.wait(current.needed.namespace, current.needed);
    else this.#occupancy.reserve(current.namespace, image);
  }

  remove(image: string): void {
    const current = this.#states.get(image);
    if (current === undefined) return;
    this.#states.delete(image);
    if (current.kind === 'waiting') this.#occupancy.stopWaiting(current.needed.namespace, image);
    else this.#occupancy.release(current.namespace, image);
  }

  waiting(): readonly NeededBuild[] {
    return [...this.#states.values()].flatMap((current) => (current.kind === 'waiting' ? [current.needed] : []));
  }
}
