/**
 * For how long this process has seen something of a Build, in milliseconds: 0 at first sight. By no other clock can be
 * told that it takes too long: those of nodes and of Tekton differ from ours, and ours may be set while Builds run.
 */
export type SeenFor = (what: string) => number;

/** What is seen of Builds, from one look to the next. */
export interface Sightings {
  /** Looks at a Build: what is not asked for until the end of the look is no more. */
  readonly look: (uid: string) => { readonly seenFor: SeenFor; readonly end: () => void };
  readonly forget: (uid: string) => void;
}

export function makeSightings(elapsed: () => number): Sightings {
  const byBuild = new Map<string, ReadonlyMap<string, number>>();
  return {
    look: (uid) => {
      const before = byBuild.get(uid);
      const asked = new Map<string, number>();
      return {
        seenFor: (what) => {
          const now = elapsed();
          const since = asked.get(what) ?? before?.get(what) ?? now;
          asked.set(what, since);
          // Kept at once: a look that fails has seen it nevertheless.
          byBuild.set(uid, new Map([...(byBuild.get(uid) ?? []), [what, since]]));
          return now - since;
        },
        end: () => {
          if (asked.size > 0) byBuild.set(uid, asked);
          else byBuild.delete(uid);
        },
      };
    },
    forget: (uid) => void byBuild.delete(uid),
  };
}
