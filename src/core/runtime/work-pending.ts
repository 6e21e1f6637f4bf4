/**
 * Work that a reconcile needs has started, or waits for a free worker: a registry lookup or the push of a builder. The caller tries
 * again later, and no worker waits meanwhile.
 */
export class WorkPending extends Error {
  override readonly name = 'WorkPending';
  /** The delay in milliseconds after which a retry makes sense. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
