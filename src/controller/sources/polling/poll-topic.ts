import type { FailureScope } from '../../../core/model/failure-scope.ts';

/** A fact that a server is asked about at intervals. */
export interface Topic {
  readonly key: string;
  /** The server. The queries of all tenants share its limits, and a failure of the server delays them for a short time. */
  readonly host: string;
  /** Equal for queries with the same login to the host. */
  readonly login: string;
  /** The tenant that asks. A tenant never gets the failure of another, and takes only its share of the limits. */
  readonly tenant: string;
}

/** The end of one query. */
export type QueryEnd<Failure> =
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly scope: FailureScope;
      /** True if the same query can succeed later without a change by a user. */
      readonly isTemporary: boolean;
      /** The delay that the server asks for. */
      readonly retryAfterMs?: number | undefined;
    };

/** `new`: no query of the flow has ended. `failing`: it never got an answer, or failed several times since its last answer. */
export type FlowState = 'new' | 'answering' | 'failing';

/**
 * The most queries that run at the same time, for all flows of each state. A host that hangs delays neither hosts that answer nor new
 * ones. One tenant takes at most half of each limit.
 */
export interface PollLimits extends Readonly<Record<FlowState, number>> {
  /** For one host. One tenant takes all but one of them. A flow whose last query was not answered takes one. */
  readonly perHost: number;
}

/** A longer `Retry-After` is shortened to this. */
export const MAX_RETRY_AFTER_MS = 3_600_000;
