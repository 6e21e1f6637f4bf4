import { MAX_PEOPLE_TURNS, type BuildInitiator, type NamespaceQueue, type WaitingBuild } from './next-in-turn.ts';

/** The Builds of each namespace that wait, that run, and that start or are about to be created. */
export interface Occupancy {
  readonly wait: (namespace: string, build: WaitingBuild) => void;
  readonly stopWaiting: (namespace: string, image: string) => void;
  /** Gives a place to the next Build of an Image. */
  readonly reserve: (namespace: string, image: string) => void;
  readonly release: (namespace: string, image: string) => void;
  /** Returns true if the Build was counted as running and is no longer. */
  readonly setRunning: (namespace: string, build: string, isRunning: boolean) => boolean;
  readonly isRunning: (namespace: string, build: string) => boolean;
  /** Puts the namespace behind all others, after a turn of a Build that people or builders cause. */
  readonly takeTurn: (namespace: string, initiator: BuildInitiator) => void;
  readonly queueOf: (namespace: string) => NamespaceQueue;
  readonly queues: () => readonly NamespaceQueue[];
}

export function createOccupancy(): Occupancy {
  const namespaces = new Map<string, Namespace>();
  let turns = 0;
  const of = (namespace: string): Namespace => {
    const known = namespaces.get(namespace) ?? new Namespace(namespace);
    namespaces.set(namespace, known);
    return known;
  };
  return {
    wait: (namespace, build) => void of(namespace).waitingByImage.set(build.image, build),
    stopWaiting: (namespace, image) => void of(namespace).waitingByImage.delete(image),
    reserve: (namespace, image) => void of(namespace).reserved.add(image),
    release: (namespace, image) => void of(namespace).reserved.delete(image),
    setRunning: (namespace, build, isRunning) => {
      if (!isRunning) return namespaces.get(namespace)?.running.delete(build) ?? false;
      of(namespace).running.add(build);
      return false;
    },
    isRunning: (namespace, build) => of(namespace).running.has(build),
    takeTurn: (namespace, initiator) => {
      turns += 1;
      const turn = of(namespace);
      turn.lastTurn = turns;
      turn.peopleTurns = initiator === 'people' && turn.peopleTurns < MAX_PEOPLE_TURNS ? turn.peopleTurns + 1 : 0;
      forgetEmpty(namespaces);
    },
    queueOf: of,
    queues: () => [...namespaces.values()],
  };
}

class Namespace implements NamespaceQueue {
  readonly namespace: string;
  readonly waitingByImage = new Map<string, WaitingBuild>();
  readonly reserved = new Set<string>();
  readonly running = new Set<string>();
  lastTurn = 0;
  peopleTurns = 0;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  get waiting(): Iterable<WaitingBuild> {
    return this.waitingByImage.values();
  }

  get held(): number {
    return this.running.size + this.reserved.size;
  }

  get isEmpty(): boolean {
    return this.held === 0 && this.waitingByImage.size === 0;
  }
}

/** Forgets empty namespaces that would have their turn before all others anyway. Namespaces come and go. */
function forgetEmpty(namespaces: Map<string, Namespace>): void {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { isEmpty, lastTurn } of namespaces.values()) if (!isEmpty) earliest = Math.min(earliest, lastTurn);
  for (const [name, { isEmpty, lastTurn }] of namespaces) if (isEmpty && lastTurn < earliest) namespaces.delete(name);
}
