import type { WaitingBuild } from './next-in-turn.ts';
import type { Occupancy } from './occupancy.ts';

/** A Build that an Image needs now. */
export interface NeededBuild extends WaitingBuild {
  readonly namespace: string;
}

/** The state of an Image in the queue. All but `waiting` count as an unfinished Build. */
export type Place =
  | { readonly kind: 'waiting'; readonly needed: NeededBuild }
  /** The Image has its turn and has not asked again yet. */
  | { readonly kind: 'called'; readonly namespace: string }
  | { readonly kind: 'creating'; readonly namespace: string; readonly build: string; readonly isObserved: boolean }
  | { readonly kind: 'created'; readonly namespace: string; readonly build: string; readonly atMs: number };

/** The places of Images in the queue. Each change of a place also changes the occupancy. */
export class Places {
  readonly #places = new Map<string, Place>();
  readonly #occupancy: Pick<Occupancy, 'wait' | 'stopWaiting' | 'reserve' | 'release'>;

  constructor(occupancy: Pick<Occupancy, 'wait' | 'stopWaiting' | 'reserve' | 'release'>) {
    this.#occupancy = occupancy;
  }

  get(image: string): Place | undefined {
    return this.#places.get(image);
  }

  put(image: string, place: Place): void {
    this.remove(image);
    this.#places.set(image, place);
    if (place.kind === 'waiting') this.#occupancy.wait(place.needed.namespace, place.needed);
    else this.#occupancy.reserve(place.namespace, image);
  }

  remove(image: string): void {
    const place = this.#places.get(image);
    if (place === undefined) return;
    this.#places.delete(image);
    if (place.kind === 'waiting') this.#occupancy.stopWaiting(place.needed.namespace, image);
    else this.#occupancy.release(place.namespace, image);
  }

  waiting(): readonly NeededBuild[] {
    return [...this.#places.values()].flatMap((place) => (place.kind === 'waiting' ? [place.needed] : []));
  }
}
