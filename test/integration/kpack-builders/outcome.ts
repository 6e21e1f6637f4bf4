/** What one side makes of a builder, in words that both have. */
export interface Outcome {
  /** kpack died of it. */
  readonly crashed?: string;
  /** Each entry of the order by itself; nothing where kpack recursed for ever. */
  readonly entries: readonly EntryOutcome[] | undefined;
  /** kpack has the first, we have all. */
  readonly refusals: readonly string[];
  readonly made?: MadeBuilder;
}

export interface EntryOutcome {
  readonly crashed?: string;
  readonly refusals: readonly string[];
  /** `java@1.0.0 sha256:… of ClusterBuildpack/java`. */
  readonly chosen?: string;
}

interface MadeBuilder {
  /** As JSON. */
  readonly order: string;
  /** `java@1.0.0 sha256:…` of each buildpack, sorted. */
  readonly contents: readonly string[];
}
