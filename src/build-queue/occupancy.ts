import type { NamespaceQueue, WaitingBuild } from './next-in-turn.ts';

/** The Builds of each namespace that wait, that are unfinished, and that are about to be created. */
export interface Occupancy {
  readonly wait: (namespace: string, build: WaitingBuild) => void;
  readonly stopWaiting: (namespace: string, image: string) => void;
  /** Counts the next Build of an Image as unfinished. */
  readonly reserve: (namespace: string, image: string) => void;
  readonly release: (namespace: string, image: string) => void;
  /** Returns true if the Build was counted as unfinished and is no longer. */
  readonly setUnfinished: (namespace: string, build: string, isUnfinished: boolean) => boolean;
  readonly isUnfinished: (namespace: string, build: string) => boolean;
  /** Puts the namespace behind all others. */
  readonly takeTurn: (namespace: string) => void;
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
    setUnfinished: (namespace, build, isUnfinished) => {
      const { builds } = of(namespace);
      if (!isUnfinished) return builds.delete(build);
      builds.add(build);
      return false;
    },
    isUnfinished: (namespace, build) => of(namespace).builds.has(build),
    takeTurn: (namespace) => {
      turns += 1;
      of(namespace).lastTurn = turns;
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
  readonly builds = new Set<string>();
  lastTurn = 0;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  get waiting(): Iterable<WaitingBuild> {
    return this.waitingByImage.values();
  }

  get unfinished(): number {
    return this.builds.size + this.reserved.size;
  }

  get isEmpty(): boolean {
    return this.unfinished === 0 && this.waitingByImage.size === 0;
  }
}

/** Forgets empty namespaces that would have their turn before all others anyway. Namespaces come and go. */
function forgetEmpty(namespaces: Map<string, Namespace>): void {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { isEmpty, lastTurn } of namespaces.values()) if (!isEmpty) earliest = Math.min(earliest, lastTurn);
  for (const [name, { isEmpty, lastTurn }] of namespaces) if (isEmpty && lastTurn < earliest) namespaces.delete(name);
}
