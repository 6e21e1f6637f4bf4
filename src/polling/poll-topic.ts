/** Something to ask a server about again and again. */
export interface Topic {
  readonly key: string;
  /** The server. Its topics share its limits and its failures. */
  readonly host: string;
}

/** The end of one question. */
export type Asked<Failure> =
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** True if the host does not answer, so that its other topics would fail, too. */
      readonly isOfHost: boolean;
      /** The delay that the host asks for. */
      readonly retryAfterMs?: number | undefined;
    };

/** The most questions that run at the same time. */
export interface PollLimits {
  /** For one host whose last question was answered. One question at a time is asked of any other host. */
  readonly perHost: number;
  /** For all hosts whose last question was answered. */
  readonly proven: number;
  /** For all other hosts, so that hosts that hang do not hold up the proven ones. */
  readonly unproven: number;
}
