/** What a reflector tells. Its store has changed already. */
export type Change<T> =
  | { readonly kind: 'added'; readonly key: string; readonly object: T }
  | { readonly kind: 'updated'; readonly key: string; readonly object: T; readonly previous: T }
  | {
      readonly kind: 'deleted';
      readonly key: string;
      readonly object: T;
      /** Nobody saw it go: the object is what was last known of it. */
      readonly isTombstone: boolean;
    };

/** Something that did not end the reflector. */
export interface ReflectorProblem {
  readonly during: 'list' | 'watch' | 'read' | 'handle';
  /** Of the object that is concerned. */
  readonly key?: string;
  readonly error: unknown;
}
