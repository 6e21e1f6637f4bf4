/** Since when the workloads of Builds have been denied, one time after the other. */
export interface Denials {
  /** Counts a denial, and answers with how long ago the first of the row was, in milliseconds. */
  readonly met: (uid: string) => number;
  /** The row is over, or the Build is. */
  readonly forget: (uid: string) => void;
}

export function makeDenials(elapsed: () => number): Denials {
  const since = new Map<string, number>();
  return {
    met: (uid) => {
      const now = elapsed();
      const first = since.get(uid) ?? now;
      since.set(uid, first);
      return now - first;
    },
    forget: (uid) => void since.delete(uid),
  };
}
