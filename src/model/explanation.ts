/** The explanation of a failure reason, for people. */
export interface Explanation {
  /**
   * The person who can fix the failure: `user` is the author of the Build, `platform` is the operator of the cluster.
   */
  readonly actor: 'user' | 'platform';
  /** The event, as a sentence without its full stop. */
  readonly meaning: string;
  /** The action to take, as one sentence. */
  readonly advice: string;
}
