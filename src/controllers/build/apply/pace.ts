/** How often progress is written, so that a Build costs few requests however fast its phases are. */
export interface Pace {
  /** Milliseconds until progress of this Build may be written; 0: now. */
  readonly wait: (uid: string) => number;
  readonly written: (uid: string) => void;
  readonly forget: (uid: string) => void;
}

/** In milliseconds. */
const SHORTEST_PAUSE = 1000;

export function makePace(elapsed: () => number): Pace {
  const writtenAt = new Map<string, number>();
  return {
    wait: (uid) => Math.max(0, (writtenAt.get(uid) ?? -SHORTEST_PAUSE) + SHORTEST_PAUSE - elapsed()),
    written: (uid) => void writtenAt.set(uid, elapsed()),
    forget: (uid) => void writtenAt.delete(uid),
  };
}
