/**
 * The person who can fix a failure: `user` is the author of the Build, `platform` is the operator of the cluster. `none`: no action is
 * necessary, because the end was intended, or another Build follows by itself.
 */
export type Actor = 'user' | 'platform' | 'none';

/** The explanation of a failure reason, for people. */
export interface Explanation {
  readonly actor: Actor;
  /** Set if the owner of the builder acts, who is not always the operator of the cluster. */
  readonly owner?: 'builder';
  /** The event, as a sentence without its full stop. */
  readonly meaning: string;
  /** The actions to take, as complete sentences. */
  readonly advice: string;
}
