/** The initiator of a Build: people (a trigger, a commit or a change of the Image), or builders. */
export type BuildInitiator = 'people' | 'builders';

/** An Image whose next Build has to wait. */
export interface WaitingBuild {
  /** The key of the Image. */
  readonly image: string;
  readonly initiator: BuildInitiator;
  /** The time since which the Build waits, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/** The most Builds that run or start; `Infinity` if their number is not limited. */
export interface BuildLimits {
  readonly cluster: number;
  /** A namespace also holds at most this many places of the cluster: more Builds that people create by hand do not count. */
  readonly namespace: number;
}

/** The queue of one namespace. */
export interface NamespaceQueue {
  readonly namespace: string;
  readonly waiting: Iterable<WaitingBuild>;
  /** The number of Builds that run, start, or are about to be created. */
  readonly held: number;
  /** Orders the namespaces by their last turn, the longest ago first; 0 if a namespace had none. */
  readonly lastTurn: number;
  /** The number of turns in a row that Builds of people had, at most `MAX_PEOPLE_TURNS`. */
  readonly peopleTurns: number;
}

/** A limit that keeps Builds of a namespace waiting. */
export interface ReachedLimit {
  readonly of: keyof BuildLimits;
  readonly limit: number;
}

interface Candidate {
  readonly queue: NamespaceQueue;
  readonly build: WaitingBuild;
}

/** After this many Builds of people in a row, a Build of a namespace has no precedence because people cause it. */
export const MAX_PEOPLE_TURNS = 3;

/**
 * Returns the Build that may start now; `undefined` if no Build waits or the limits let none start. The namespace that holds the fewest
 * places has its turn. Among namespaces with equally many, those whose next Build people cause come first, and then the one whose last
 * turn is the longest ago. In a namespace, Builds of people come first, and the Build that has waited longest is next.
 */
export function nextInTurn(queues: readonly NamespaceQueue[], limits: BuildLimits): WaitingBuild | undefined {
  if (totalOf(queues, limits) >= limits.cluster) return undefined;
  return first(candidates(queues, limits), compareCandidates)?.build;
}

/** Yields the first Build of each namespace with room. */
function* candidates(queues: readonly NamespaceQueue[], limits: BuildLimits): Iterable<Candidate> {
  for (const queue of queues) {
    const build = isFull(queue, limits)
      ? undefined
      : first(queue.waiting, (one, other) => compareBuilds(queue, one, other));
    if (build !== undefined) yield { queue, build };
  }
}

/** Returns the limit for which the Builds of a namespace wait. Call it if no Build may start now. */
export function reachedLimit(queue: NamespaceQueue, limits: BuildLimits): ReachedLimit {
  const of = isFull(queue, limits) ? 'namespace' : 'cluster';
  return { of, limit: limits[of] };
}

/** Returns true if more Builds run than the limits of the namespace and the cluster allow. */
export function isAboveLimit(
  { held }: NamespaceQueue,
  queues: readonly NamespaceQueue[],
  limits: BuildLimits,
): boolean {
  return held > limits.namespace || totalOf(queues, limits) > limits.cluster;
}

function isFull({ held }: NamespaceQueue, { namespace }: BuildLimits): boolean {
  return held >= namespace;
}

function totalOf(queues: readonly NamespaceQueue[], { namespace }: BuildLimits): number {
  return queues.reduce((sum, { held }) => sum + Math.min(held, namespace), 0);
}

function compareBuilds({ peopleTurns }: NamespaceQueue, a: WaitingBuild, b: WaitingBuild): number {
  const later: BuildInitiator = peopleTurns < MAX_PEOPLE_TURNS ? 'builders' : 'people';
  return Number(a.initiator === later) - Number(b.initiator === later) || compareAge(a, b);
}

function compareAge(a: WaitingBuild, b: WaitingBuild): number {
  return a.sinceMs - b.sinceMs || compareText(a.image, b.image);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.queue.held - b.queue.held ||
    rankOf(a) - rankOf(b) ||
    a.queue.lastTurn - b.queue.lastTurn ||
    compareAge(a.build, b.build)
  );
}

function rankOf({ queue, build }: Candidate): number {
  return build.initiator === 'people' && queue.peopleTurns < MAX_PEOPLE_TURNS ? 0 : 1;
}

/** Returns the first item of an order without sorting all of them: thousands of Builds can wait. */
function first<T>(items: Iterable<T>, compare: (a: T, b: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (found === undefined || compare(item, found) < 0) found = item;
  return found;
}
