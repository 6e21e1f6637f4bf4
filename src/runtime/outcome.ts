/** What became of one reconcile: nothing is left to do, something is to be looked at later, or it failed. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'requeue'; readonly after: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Brings the world nearer to what the object of this key asks for. The signal says that its time is over. */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<Outcome>;
