import type { Redaction } from '../../http/redaction.ts';
import type { RetryPolicy } from '../../http/retries.ts';
import type { Collaborators } from './collaborators.ts';
import type { Deadlines } from './deadline.ts';

/** What every request of one client shares. */
export interface Wire {
  readonly collaborators: Collaborators;
  readonly deadlines: Deadlines;
  readonly policy: RetryPolicy;
  readonly redaction: Redaction;
  /** Ends everything. */
  readonly signal?: AbortSignal;
}
