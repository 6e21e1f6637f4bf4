/** The outcome for a builder, in terms that kpack and taskpack share. */
export interface Outcome {
  /** kpack crashed. */
  readonly crashed?: string;
  /** The outcome of each entry. Absent if kpack recursed endlessly. */
  readonly entries: readonly EntryOutcome[] | undefined;
  /** kpack reports the first problem, taskpack reports all. */
  readonly refusals: readonly string[];
  readonly made?: AssembledBuilder;
}

export interface EntryOutcome {
  readonly crashed?: string;
  readonly refusals: readonly string[];
  /** The selected buildpack, such as `java@1.0.0 sha256:… of ClusterBuildpack/java`. */
  readonly chosen?: string;
}

interface AssembledBuilder {
  /** The order as JSON. */
  readonly order: string;
  /** Each buildpack as `java@1.0.0 sha256:…`, sorted. */
  readonly contents: readonly string[];
}
