/** A fact that a server is asked about at intervals. */
export interface Topic {
  readonly key: string;
  /** The server. Its topics share its limits and its failures. */
  readonly host: string;
}

/** The end of one query. */
export type QueryEnd<Failure> =
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** True if the host does not answer, so that its other topics would fail, too. */
      readonly isHostFailure: boolean;
      /** The delay that the host asks for. */
      readonly retryAfterMs?: number | undefined;
    };

/** `new`: no query to the host has ended. `failing`: it never answered, or failed several times since its last answer. */
export type HostState = 'new' | 'answering' | 'failing';

/**
 * The most queries that run at the same time, for all hosts of each state. A failing host that hangs holds up neither
 * hosts that answer nor new ones.
 */
export interface PollLimits extends Readonly<Record<HostState, number>> {
  /** For one host whose last query was answered. Any other host gets one query at a time. */
  readonly perHost: number;
}
