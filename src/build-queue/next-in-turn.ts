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

/** The most unfinished Builds; `Infinity` if their number is not limited. */
export interface BuildLimits {
  readonly cluster: number;
  readonly namespace: number;
}

/** The queue of one namespace. */
export interface NamespaceQueue {
  readonly namespace: string;
  readonly waiting: Iterable<WaitingBuild>;
  /** The number of Builds that are unfinished or about to be created. */
  readonly unfinished: number;
  /** Orders the namespaces by their last turn, the longest ago first; 0 if a namespace had none. */
  readonly lastTurn: number;
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

/**
 * Returns the Build that may start now; `undefined` if no Build waits or the limits let none start. Builds that people cause come
 * first. Among them, the namespace with the fewest unfinished Builds has its turn. Namespaces with equally many take turns. In a
 * namespace, the Build that has waited longest comes first.
 */
export function nextInTurn(queues: readonly NamespaceQueue[], limits: BuildLimits): WaitingBuild | undefined {
  if (isClusterFull(queues, limits)) return undefined;
  return first(candidates(queues, limits), compareCandidates)?.build;
}

/** Yields the first Build of each namespace with room. */
function* candidates(queues: readonly NamespaceQueue[], limits: BuildLimits): Iterable<Candidate> {
  for (const queue of queues) {
    const build = isFull(queue, limits) ? undefined : first(queue.waiting, compareBuilds);
    if (build !== undefined) yield { queue, build };
  }
}

/** Returns the limit for which the Builds of a namespace wait. Call it if no Build may start now. */
export function reachedLimit(queue: NamespaceQueue, limits: BuildLimits): ReachedLimit {
  const of = isFull(queue, limits) ? 'namespace' : 'cluster';
  return { of, limit: limits[of] };
}

/** Returns true if more Builds are unfinished than the limits of the namespace and the cluster allow. */
export function isAboveLimit(
  { unfinished }: NamespaceQueue,
  queues: readonly NamespaceQueue[],
  { cluster, namespace }: BuildLimits,
): boolean {
  return unfinished > namespace || totalOf(queues) > cluster;
}

function isFull({ unfinished }: NamespaceQueue, { namespace }: BuildLimits): boolean {
  return unfinished >= namespace;
}

function isClusterFull(queues: readonly NamespaceQueue[], { cluster }: BuildLimits): boolean {
  return totalOf(queues) >= cluster;
}

function totalOf(queues: readonly NamespaceQueue[]): number {
  return queues.reduce((sum, { unfinished }) => sum + unfinished, 0);
}

function compareBuilds(a: WaitingBuild, b: WaitingBuild): number {
  return rankOf(a) - rankOf(b) || a.sinceMs - b.sinceMs || compareText(a.image, b.image);
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    rankOf(a.build) - rankOf(b.build) ||
    a.queue.unfinished - b.queue.unfinished ||
    a.queue.lastTurn - b.queue.lastTurn ||
    compareBuilds(a.build, b.build)
  );
}

function rankOf({ initiator }: WaitingBuild): number {
  return initiator === 'people' ? 0 : 1;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the first item of an order without sorting all of them: thousands of Builds can wait. */
function first<T>(items: Iterable<T>, compare: (a: T, b: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (found === undefined || compare(item, found) < 0) found = item;
  return found;
}
