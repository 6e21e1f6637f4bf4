import { nextInTurn, reachedLimit, type BuildLimits, type ReachedLimit, type WaitingBuild } from './next-in-turn.ts';
import { createOccupancy } from './occupancy.ts';

export interface BuildQueueOptions {
  readonly limits: BuildLimits;
  /** Returns the milliseconds since some moment. */
  readonly elapsed: () => number;
  /** Called if the next Build of an Image may start now. The caller asks again for this Image. */
  readonly onTurn: (image: string) => void;
}

/** A Build that an Image needs now. */
export interface NeededBuild extends WaitingBuild {
  readonly namespace: string;
}

export type Turn = { readonly kind: 'start' } | { readonly kind: 'wait'; readonly until: ReachedLimit };

/** A Build that exists. */
export interface SeenBuild {
  readonly namespace: string;
  readonly build: string;
  /** The Image that the Build is for, if there is one. */
  readonly image?: string;
  readonly state: 'unfinished' | 'finished' | 'gone';
}

/**
 * Decides which Builds may start. Counts the unfinished Builds that it is shown, and those that were allowed to start and have not
 * been shown yet.
 */
export interface BuildQueue {
  /** Continues the queue of an earlier process. The namespaces are in the order of their last turns. */
  readonly resume: (waiting: readonly NeededBuild[], namespaces: readonly string[]) => void;
  /** Asks if the Build with this key may be created now. If so, call `created` or `notCreated` next. */
  readonly ask: (needed: NeededBuild, build: string) => Turn;
  /** The Build exists, or may exist because the answer of the API server is lost. */
  readonly created: (image: string, build: string) => void;
  readonly notCreated: (image: string) => void;
  /** The Image needs no Build now. */
  readonly leave: (image: string) => void;
  readonly seen: (build: SeenBuild) => void;
  /**
   * Returns after how many milliseconds to call `leave`, because a created Build that was not shown counts until then; `undefined` if
   * no Build could wait for that.
   */
  readonly unseenForMs: (image: string) => number | undefined;
  readonly waiting: () => readonly WaitingBuild[];
}

/** The state of an Image in the queue. All but `waiting` count as an unfinished Build. */
type Place =
  | { readonly kind: 'waiting'; readonly needed: NeededBuild }
  /** The Image has its turn and has not asked again yet. */
  | { readonly kind: 'called'; readonly namespace: string }
  | { readonly kind: 'creating'; readonly namespace: string; readonly build: string; readonly isSeen: boolean }
  | { readonly kind: 'created'; readonly namespace: string; readonly build: string; readonly atMs: number };

/** A Build that was not shown after this time does not exist: it was deleted meanwhile, or never created. */
const EXPIRY_MS = 60_000;

export function createBuildQueue({ limits, elapsed, onTurn }: BuildQueueOptions): BuildQueue {
  const isLimited = Number.isFinite(limits.cluster) || Number.isFinite(limits.namespace);
  const places = new Map<string, Place>();
  const occupancy = createOccupancy();
  const put = (image: string, place: Place): void => {
    remove(image);
    places.set(image, place);
    if (place.kind === 'waiting') occupancy.wait(place.needed.namespace, place.needed);
    else occupancy.reserve(place.namespace, image);
  };
  const remove = (image: string): void => {
    const place = places.get(image);
    if (place === undefined) return;
    places.delete(image);
    if (place.kind === 'waiting') occupancy.stopWaiting(place.needed.namespace, image);
    else occupancy.release(place.namespace, image);
  };
  const hasExpired = (place: Place): boolean => place.kind === 'created' && elapsed() - place.atMs >= EXPIRY_MS;
  /** Gives all turns that the limits allow. */
  const callNext = (asking?: string): void => {
    for (let next = callOne(); next !== undefined; next = callOne()) if (next !== asking) onTurn(next);
  };
  const callOne = (): string | undefined => {
    const next = nextInTurn(occupancy.queues(), limits);
    const place = next && places.get(next.image);
    if (next === undefined || place?.kind !== 'waiting') return undefined;
    const { namespace } = place.needed;
    put(next.image, { kind: 'called', namespace });
    occupancy.takeTurn(namespace);
    return next.image;
  };
  const free = (image: string): void => {
    remove(image);
    callNext();
  };
  return {
    resume: (waiting, namespaces) => {
      for (const needed of waiting) if (!places.has(needed.image)) put(needed.image, { kind: 'waiting', needed });
      namespaces.forEach(occupancy.takeTurn);
      callNext();
    },
    ask: (needed, build) => {
      const { image, namespace } = needed;
      const before = places.get(image);
      if (before === undefined || before.kind === 'waiting') {
        const sinceMs = Math.min(needed.sinceMs, before?.needed.sinceMs ?? needed.sinceMs);
        put(image, { kind: 'waiting', needed: { ...needed, sinceMs } });
        callNext(image);
      }
      if (places.get(image)?.kind === 'waiting') {
        return { kind: 'wait', until: reachedLimit(occupancy.queueOf(namespace), limits) };
      }
      put(image, { kind: 'creating', namespace, build, isSeen: false });
      return { kind: 'start' };
    },
    created: (image, build) => {
      const place = places.get(image);
      if (place?.kind !== 'creating') return;
      const { namespace } = place;
      const isSeen = (place.isSeen && place.build === build) || occupancy.isUnfinished(namespace, build);
      if (isSeen) return free(image);
      put(image, { kind: 'created', namespace, build, atMs: elapsed() });
    },
    notCreated: free,
    leave: (image) => {
      const place = places.get(image);
      if (place !== undefined && (place.kind !== 'created' || hasExpired(place))) free(image);
    },
    seen: ({ namespace, build, image = '', state }) => {
      const hasLeft = occupancy.setUnfinished(namespace, build, state === 'unfinished');
      const place = places.get(image);
      const isExpected = place !== undefined && 'build' in place && place.build === build;
      if (isExpected && place.kind === 'creating') places.set(image, { ...place, isSeen: true });
      if (isExpected && place.kind === 'created') remove(image);
      if (hasLeft || (isExpected && state !== 'unfinished')) callNext();
    },
    unseenForMs: (image) => {
      const place = places.get(image);
      return isLimited && place?.kind === 'created' ? Math.max(0, place.atMs + EXPIRY_MS - elapsed()) : undefined;
    },
    waiting: () => [...places.values()].flatMap((place) => (place.kind === 'waiting' ? [place.needed] : [])),
  };
}
