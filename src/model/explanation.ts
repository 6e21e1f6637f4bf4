/** What a reason of a failure means to people. */
export interface Explanation {
  /** Who can do something about it: whoever wrote the Build, or whoever runs the cluster. */
  readonly actor: 'user' | 'platform';
  /** What has happened, without the full stop. */
  readonly meaning: string;
  /** What to try: one sentence. */
  readonly advice: string;
}
